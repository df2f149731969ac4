import { useState } from 'react'
import { DropZone, FileTrigger, Label, Text, TextArea, TextField } from 'react-aria-components'
import { Button } from '../../components/Button.tsx'
import { filesIn } from '../../components/dropped-files.ts'
import { inputLook, labelLook } from '../../components/Fields.tsx'

interface BringFilesProps {
  readonly onFiles: (files: readonly File[]) => void
  readonly isReading: boolean
}

const kinds = [
  'headroom-probe',
  'virsh capabilities',
  'virsh freepages --all',
  'virsh version',
  'domain XML',
  'sysfs page counts',
  'numactl --hardware',
  '/proc/meminfo',
  'numa_topology of compute_nodes or instance_extra',
  'rows of Nova’s tables as JSON',
  'nova.conf',
  'allocation candidates',
  'a snapshot',
]

/** Three ways in: dropped, chosen, pasted. */
export function BringFiles({ onFiles, isReading }: BringFilesProps) {
  return (
    <div className="grid gap-3 lg:grid-cols-2">
      <DropZone
        getDropOperation={() => 'copy'}
        onDrop={async ({ items }) => {
          const files = await filesIn(items)
          if (files.length > 0) onFiles(files)
        }}
        className="panel flex min-h-44 border-edge! flex-col items-center justify-center gap-2 border-dashed! px-4 py-5 text-center data-drop-target:border-focus! data-drop-target:bg-soft data-focus-visible:outline-2 data-focus-visible:outline-focus"
      >
        <Text slot="label" className="font-semibold">
          {isReading ? 'Reading…' : 'Drop files here'}
        </Text>
        <FileTrigger allowsMultiple onSelect={(list) => list && list.length > 0 && onFiles([...list])}>
          <Button>Choose files</Button>
        </FileTrigger>
        <p className="max-w-prose text-xs text-muted">{kinds.join(' · ')}</p>
      </DropZone>
      <Paste onText={(file) => onFiles([file])} />
    </div>
  )
}

function Paste({ onText }: { readonly onText: (file: File) => void }) {
  const [text, setText] = useState('')
  const [pasted, setPasted] = useState(0)
  const read = () => {
    onText(new File([text], `pasted text ${pasted + 1}`))
    setPasted(pasted + 1)
    setText('')
  }
  return (
    <div className="panel flex flex-col gap-2 px-4 py-3">
      <TextField value={text} onChange={setText} className="flex flex-1 flex-col gap-1">
        <Label className={labelLook}>Or paste text</Label>
        <TextArea
          rows={4}
          spellCheck="false"
          placeholder="the output of virsh capabilities, a numa_topology, …"
          className={`${inputLook} min-h-24 flex-1 resize-y font-mono text-xs`}
        />
      </TextField>
      <div>
        <Button onPress={read} isDisabled={text.trim() === ''}>
          Read the text
        </Button>
      </div>
    </div>
  )
}
