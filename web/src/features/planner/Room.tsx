import { figure, pageSizeText } from '@headroom/shared'
import { lazy, Suspense } from 'react'
import { Figure } from '../../components/Quantity.tsx'
import type { RoomView } from './view-model.ts'

const RoomChart = lazy(() => import('../../charts/RoomChart.tsx'))

/** The pool a step is about, from before the plan to after the step, on both books. */
export function Room({ room: { host, cell, size, points } }: { readonly room: RoomView }) {
  return (
    <section aria-labelledby="room" className="panel px-4 py-3.5">
      <h2 id="room" className="font-semibold">
        Room by step{' '}
        <span className="text-xs text-muted">
          {host} cell {cell}, {pageSizeText(size)} pages
        </span>
      </h2>
      <div aria-hidden="true" className="mt-2 h-45">
        <Suspense>
          <RoomChart points={points} />
        </Suspense>
      </div>
      <table aria-labelledby="room" className="sr-only">
        <thead>
          <tr>
            <th scope="col">After</th>
            <th scope="col">free by Nova’s book</th>
            <th scope="col">free by the kernel</th>
          </tr>
        </thead>
        <tbody>
          {points.map(({ step, nova, host }) => (
            <tr key={step}>
              <th scope="row">{step === 0 ? 'before the plan' : `step ${figure(step)}`}</th>
              <td>
                <Figure of={nova} />
              </td>
              <td>
                <Figure of={host} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}
