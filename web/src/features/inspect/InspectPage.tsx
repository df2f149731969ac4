import { figure } from '@headroom/shared'
import { useMutation } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { DropZone, FileTrigger, Label, TextArea, TextField } from 'react-aria-components'
import { useDesk } from '../../api/desk.tsx'
import { Button } from '../../components/Button.tsx'
import { filesIn } from '../../components/dropped-files.ts'
import { inputLook, labelLook } from '../../components/Fields.tsx'
import { Page } from '../../components/Page.tsx'
import { PickNamed } from '../../components/PickNamed.tsx'
import { Quantified } from '../../components/Quantity.tsx'
import { Say } from '../../components/Say.tsx'
import { Empty, Failure, Waiting } from '../../components/States.tsx'
import { useCloud } from '../../url/use-cloud.ts'
import type { CloudAsk } from '../../worker/desk.ts'
import { InspectedDomains } from './InspectedDomains.tsx'
import { tones } from './severity-tones.ts'
import type { InspectView, NamedText } from './view-model.ts'

const route = getRouteApi('/inspect')

interface Asked {
  readonly texts: readonly NamedText[]
  readonly host: string
}

/** Domain XML, pasted or dropped: what libvirt reads in it, and what a host of the open cloud says to it. */
export function InspectPage() {
  const desk = useDesk()
  const cloud = useCloud()
  const { host = '' } = route.useSearch()
  const [text, setText] = useState('')
  const inspecting = useMutation({
    mutationFn: ({ texts, host }: Asked) => desk.inspect(cloud, host || undefined, texts),
  })
  const { mutate } = inspecting
  const [asked, setAsked] = useState<readonly NamedText[]>()
  useEffect(() => {
    if (asked !== undefined) mutate({ texts: asked, host })
  }, [asked, host, mutate])
  const read = async (files: readonly File[]) => {
    if (files.length === 0) return
    const texts = await Promise.all(
      files.map(async (file) => ({ name: file.webkitRelativePath || file.name, text: await file.text() })),
    )
    setText(texts.length === 1 ? (texts[0]?.text ?? '') : '')
    setAsked(texts)
  }
  return (
    <Page title="Domain XML">
      <p className="max-w-[90ch] text-muted">
        Paste or drop what <code>virsh dumpxml</code> prints, of one guest or of a whole host. It is read here
        and sent nowhere.
      </p>
      <DropZone
        getDropOperation={() => 'copy'}
        onDrop={async ({ items }) => read(await filesIn(items))}
        className="panel flex flex-col gap-3 px-4 py-3.5 data-drop-target:border-focus! data-drop-target:bg-soft"
      >
        <TextField value={text} onChange={setText} className="flex flex-col gap-1">
          <Label className={labelLook}>Domain XML</Label>
          <TextArea
            rows={8}
            spellCheck="false"
            placeholder="<domain type='kvm'>…"
            className={`${inputLook} resize-y font-mono text-xs`}
          />
        </TextField>
        <div className="flex flex-wrap items-end gap-3">
          {cloud && <HeldAgainst cloud={cloud} host={host} />}
          <Button
            look="strong"
            onPress={() => setAsked([{ name: undefined, text }])}
            isDisabled={text.trim() === ''}
          >
            Inspect
          </Button>
          <FileTrigger allowsMultiple onSelect={(list) => list && void read([...list])}>
            <Button>Choose files</Button>
          </FileTrigger>
          <FileTrigger acceptDirectory onSelect={(list) => list && void read([...list])}>
            <Button>Choose a folder</Button>
          </FileTrigger>
        </div>
        {!cloud && (
          <p className="text-xs text-muted">With a cloud open, a host of it can be asked what it says.</p>
        )}
      </DropZone>
      {inspecting.error && <Failure what="This text cannot be inspected." error={inspecting.error} />}
      {inspecting.isPending && <Waiting what="Reading the XML" />}
      {inspecting.data && <Found view={inspecting.data} host={host} />}
    </Page>
  )
}

/** The host is in the link. */
function HeldAgainst({ cloud, host }: { readonly cloud: CloudAsk; readonly host: string }) {
  const navigate = route.useNavigate()
  return (
    <div className="w-60">
      <PickNamed
        name="host"
        label="Held against host"
        what="host"
        cloud={cloud}
        after={noPlan}
        value={host}
        onChange={(name) =>
          void navigate({
            search: (old) => ({ ...old, host: name || undefined }),
            replace: true,
            resetScroll: false,
          })
        }
      />
    </div>
  )
}

const noPlan = { actions: [] }

function Found({ view, host }: { readonly view: InspectView; readonly host: string }) {
  return (
    <>
      {view.against === 'not found' && <p className="text-warn">There is no host “{host}” in this cloud.</p>}
      {view.against === 'not read' && (
        <p className="text-warn">{host} itself was not read: what it would say is not known.</p>
      )}
      {view.problems.length > 0 && (
        <section aria-label="What was not understood" className="panel px-4 py-3.5">
          <h2 className="font-semibold">What was not understood</h2>
          <ul className="mt-1 text-muted">
            {view.problems.map(({ file, line, text, expected }) => (
              <li key={`${file} ${line} ${expected}`}>
                {file && <b className="text-ink">{file}: </b>}
                {line !== undefined && <b className="text-ink">Line {line}: </b>}
                {expected} was expected{text && <code className="break-all"> {text}</code>}
              </li>
            ))}
          </ul>
        </section>
      )}
      {view.domains.length > 1 && <Counts view={view} />}
      {view.together && (
        <p className="text-base font-semibold [&_b]:font-semibold">
          <Say sentence={view.together} />
        </p>
      )}
      {view.domains.length === 0 ? (
        <Empty title="No domain was found in this text." />
      ) : (
        <InspectedDomains domains={view.domains} />
      )}
    </>
  )
}

/** How many of several are as they should be, and how bad the others. */
const Counts = ({ view: { domains, counts, skipped } }: { readonly view: InspectView }) => (
  <p role="status">
    <Quantified of={domains.length} one="domain" many="domains" />
    {counts.map(({ name, severity, domains }) => (
      <span key={name}>
        {', '}
        <span className={tones[severity]}>
          <b className="figure">{figure(domains)}</b> {severity === 'note' ? 'with notes alone' : name}
        </span>
      </span>
    ))}
    {skipped > 0 && (
      <span className="text-muted">
        ; <Quantified of={skipped} one="file holds" many="files hold" /> no domain
      </span>
    )}
    .
  </p>
)
