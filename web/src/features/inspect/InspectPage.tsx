import { useMutation } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { DropZone, FileTrigger, isFileDropItem, Label, TextArea, TextField } from 'react-aria-components'
import { useDesk } from '../../api/desk.tsx'
import { Button } from '../../components/Button.tsx'
import { inputLook, labelLook, TextInput } from '../../components/Fields.tsx'
import { Page } from '../../components/Page.tsx'
import { Say } from '../../components/Say.tsx'
import { Empty, Failure, Waiting } from '../../components/States.tsx'
import { useCloud } from '../../url/use-cloud.ts'
import { InspectedDomains } from './InspectedDomains.tsx'
import type { InspectView } from './view-model.ts'

const route = getRouteApi('/inspect')

interface Asked {
  readonly text: string
  readonly host: string
}

/** Domain XML, pasted or dropped: what libvirt reads in it, and what a host of the open cloud says to it. */
export function InspectPage() {
  const desk = useDesk()
  const cloud = useCloud()
  const navigate = route.useNavigate()
  const { host = '' } = route.useSearch()
  const [text, setText] = useState('')
  const inspecting = useMutation({
    mutationFn: ({ text, host }: Asked) => desk.inspect(cloud, host || undefined, text),
  })
  const { mutate } = inspecting
  const [asked, setAsked] = useState<string>()
  useEffect(() => {
    if (asked !== undefined) mutate({ text: asked, host })
  }, [asked, host, mutate])
  const read = async (files: readonly File[]) => {
    const texts = await Promise.all(files.map((file) => file.text()))
    const all = texts.join('\n')
    setText(all)
    setAsked(all)
  }
  return (
    <Page title="Domain XML">
      <p className="max-w-[90ch] text-muted">
        Paste or drop what <code>virsh dumpxml</code> prints, of one guest or of a whole host. It is read here
        and sent nowhere.
      </p>
      <DropZone
        getDropOperation={() => 'copy'}
        onDrop={async ({ items }) =>
          read(await Promise.all(items.filter(isFileDropItem).map((item) => item.getFile())))
        }
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
          {cloud && (
            <div className="w-60">
              <TextInput
                name="host"
                label="Held against host"
                placeholder="none"
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
          )}
          <Button look="strong" onPress={() => setAsked(text)} isDisabled={text.trim() === ''}>
            Inspect
          </Button>
          <FileTrigger allowsMultiple onSelect={(list) => list && list.length > 0 && void read([...list])}>
            <Button>Choose files</Button>
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
            {view.problems.map(({ line, text, expected }) => (
              <li key={`${line} ${expected}`}>
                {line !== undefined && <b className="text-ink">Line {line}: </b>}
                {expected} was expected{text && <code className="break-all"> {text}</code>}
              </li>
            ))}
          </ul>
        </section>
      )}
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
