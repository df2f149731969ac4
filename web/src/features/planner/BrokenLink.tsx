import { figure } from '@headroom/shared'
import { CopyText } from '../../components/CopyText.tsx'
import type { Broken } from '../../url/plan-link.ts'
import { PlanProblems } from './BrokenPlan.tsx'

/** A link whose plan could not be read: what is wrong and where. Nothing is lost until the plan is edited. */
export function BrokenLink({ broken }: { readonly broken: Broken }) {
  return (
    <section role="alert" className="panel flex flex-col gap-2 border-bad! px-4 py-3">
      <p>
        <b className="text-bad">The plan in this link cannot be read.</b> {words(broken)} The link stays as it
        is until you edit the plan.
      </p>
      {broken.kind === 'not a plan' && (
        <>
          <PlanProblems problems={broken.problems} />
          <details className="text-xs">
            <summary className="cursor-default">What the link says</summary>
            <div className="mt-2">
              <CopyText lines={broken.json.split('\n')} />
            </div>
          </details>
        </>
      )}
    </section>
  )
}

function words(broken: Broken): string {
  switch (broken.kind) {
    case 'not base64url':
      return `Its letter ${figure(broken.at + 1)} is “${broken.found}”, which such links never have.`
    case 'not deflated JSON':
      return 'It was cut short or changed on its way: ask for it again, whole.'
    case 'too large':
      return `It unpacks to more than ${figure(broken.limitBytes / 1024 / 1024)} MiB.`
    case 'not a plan':
      return 'It was unpacked, and is not a plan as this version knows them:'
  }
}
