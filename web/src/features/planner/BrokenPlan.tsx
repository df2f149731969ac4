import type { Problem } from '@headroom/shared'
import { Button } from '../../components/Button.tsx'

/** What a plan has elsewhere than was found, place by place. */
export const PlanProblems = ({ problems }: { readonly problems: readonly Problem[] }) => (
  <ul className="text-xs">
    {problems.map(({ at, found, expected }) => (
      <li key={`${at.line} ${at.path} ${expected}`} className="break-words">
        {at.line !== undefined && `line ${at.line}, `}
        <code>{at.path || 'the plan'}</code>
        {`: ${found === undefined ? 'nothing there' : `found ${found}`}; expected ${expected}`}
      </li>
    ))}
  </ul>
)

interface BrokenFileProps {
  readonly file: string
  readonly problems: readonly Problem[]
  readonly onClose: () => void
}

/** A file that is no plan: what is wrong and where. The plan on the page is as it was. */
export const BrokenFile = ({ file, problems, onClose }: BrokenFileProps) => (
  <section role="alert" className="panel flex flex-wrap items-start gap-3 border-bad! px-4 py-3">
    <div className="flex min-w-0 flex-1 basis-80 flex-col gap-2">
      <p>
        <b className="text-bad">{file} cannot be read as a plan.</b> Nothing else has changed.
      </p>
      <PlanProblems problems={problems} />
    </div>
    <Button onPress={onClose}>Close</Button>
  </section>
)
