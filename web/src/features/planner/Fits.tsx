import { type Action, explainNoFit } from '@headroom/shared'
import { useState } from 'react'
import { useDesk } from '../../api/desk.tsx'
import { useLong } from '../../api/use-long.ts'
import { Button } from '../../components/Button.tsx'
import { Say } from '../../components/Say.tsx'
import { Failure } from '../../components/States.tsx'
import { Working } from '../../components/Working.tsx'
import type { CloudAsk } from '../../worker/desk.ts'
import type { PlanAsk } from './view-model.ts'

interface FitsProps {
  readonly cloud: CloudAsk
  /** The plan up to and with the step. */
  readonly plan: PlanAsk
  /** Puts an action before the step. */
  readonly onInsert: (action: Action) => void
}

/** The smallest changes that turn a step that does not work, each tried before it is named. */
export function Fits({ cloud, plan, onInsert }: FitsProps) {
  const [asked, setAsked] = useState(false)
  const desk = useDesk()
  const answer = useLong(['fits', cloud, plan], (tell) => desk.fits(cloud, plan, tell), { enabled: asked })
  const { data, error, isStopped, again } = answer
  if (!asked)
    return (
      <div>
        <Button onPress={() => setAsked(true)}>What would make it work?</Button>
      </div>
    )
  if (error && !isStopped) return <Failure what="Changes cannot be tried." error={error} again={again} />
  if (!data) return <Working what="Trying changes" many="changes" {...answer} />
  return (
    <section aria-labelledby="fits" className="panel px-4 py-3.5">
      <h2 id="fits" className="font-semibold">
        What would make it work
      </h2>
      {data.length === 0 ? (
        <p className="mt-1 text-muted">
          <Say sentence={explainNoFit} />
        </p>
      ) : (
        <ul className="mt-1.5">
          {data.map(({ says, insert }, i) => (
            <li
              // biome-ignore lint/suspicious/noArrayIndexKey: changes of one step, in its order
              key={i}
              className="flex items-center justify-between gap-3 border-t border-line py-1.5 first:border-t-0"
            >
              <span className="min-w-0">
                <Say sentence={says} />
              </span>
              {insert && (
                <Button look="quiet" onPress={() => onInsert(insert)}>
                  Put it before
                </Button>
              )}
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}
