import { explainMisread, figure, inMiB, type KiB } from '@headroom/shared'
import { Say } from '../../components/Say.tsx'
import type { GuestXmlView } from './view-model.ts'

const mib = (memory: KiB) => `${figure(inMiB(memory))} MiB`
const kib = (memory: KiB) => `${figure(memory)} KiB`

/** What Nova of this release writes for the guest's cells, and what libvirt reads there. */
export function GuestXml({
  xml: { host, cells, libvirt, qemu, text, misread },
}: {
  readonly xml: GuestXmlView
}) {
  const readers = [qemu && `QEMU ${qemu}`, libvirt && `libvirt ${libvirt}`].filter(Boolean).join(', ')
  return (
    <section aria-labelledby="guest-xml" className="panel px-4 py-3.5">
      <h2 id="guest-xml" className="font-semibold">
        What Nova writes{' '}
        <span className="text-xs text-muted">
          {host}
          {readers && ` · ${readers}`}
        </span>
      </h2>
      {misread && (
        <p className="mt-1 font-semibold text-bad">
          <Say sentence={explainMisread} />
        </p>
      )}
      <table aria-labelledby="guest-xml" className="mt-1 w-full text-right">
        <thead className="text-xs text-muted">
          <tr className="[&>th]:py-1.5 [&>th]:pl-3 [&>th:first-child]:pl-0 [&>th]:font-semibold">
            <th scope="col" className="text-left">
              Guest cell
            </th>
            <th scope="col">asked for</th>
            <th scope="col">in the XML</th>
            <th scope="col">libvirt reads</th>
          </tr>
        </thead>
        <tbody>
          {cells.map(({ asked, written, read }, cell) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a guest's cells are known by their number
            <tr key={cell} className="border-t border-line [&>td]:py-1.5 [&>td]:pl-3">
              <th scope="row" className="text-left font-normal">
                cell {cell}
              </th>
              <td>{mib(asked)}</td>
              <td>
                <code>memory='{written.value}'</code>
              </td>
              <td className={asked === read ? 'text-ok' : 'font-semibold text-bad'}>{kib(read)}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <details className="mt-2 text-xs">
        <summary className="cursor-default text-muted">The memory, cells and pins of the domain XML</summary>
        <pre className="mt-1 overflow-x-auto rounded-md bg-soft p-3">{text}</pre>
      </details>
    </section>
  )
}
