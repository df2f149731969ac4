import { useQuery } from '@tanstack/react-query'
import { refusal } from '../../api/client.ts'
import { CopyText } from '../../components/CopyText.tsx'
import { Page } from '../../components/Page.tsx'
import { Failure, Waiting } from '../../components/States.tsx'
import { TryOut } from './TryOut.tsx'
import { curlOf, type OperationView, readDescription, referenceView } from './view-model.ts'

const described = '/api/openapi.json'

async function fetchReference() {
  const response = await fetch(described)
  if (!response.ok) throw await refusal(response)
  return referenceView(readDescription(await response.json()))
}

/** Every route of the API, from its own description. */
export function ReferencePage() {
  const { data, error, refetch } = useQuery({
    queryKey: ['api reference'],
    queryFn: fetchReference,
    staleTime: Number.POSITIVE_INFINITY,
  })
  return (
    <Page title="API">
      <p className="max-w-prose">
        Everything the pages show can be asked by a program. This page is{' '}
        <a href={described} className="link">
          the OpenAPI description
        </a>{' '}
        that the server gives of itself.
      </p>
      {error && (
        <Failure what="The API does not describe itself." error={error} again={() => void refetch()} />
      )}
      {!data && !error && <Waiting what="Reading the description" />}
      {data?.groups.map(({ title, operations }) => (
        <section key={title} aria-labelledby={`of-${title}`} className="flex flex-col gap-3">
          <h2 id={`of-${title}`} className="text-base font-semibold">
            {title}
          </h2>
          {operations.map((operation) => (
            <Operation key={operation.id} operation={operation} />
          ))}
        </section>
      ))}
      {data && (
        <section aria-labelledby="documents" className="flex flex-col gap-2">
          <h2 id="documents" className="text-base font-semibold">
            Documents
          </h2>
          {data.schemas.map(({ name, schema }) => (
            <Folded key={name} title={name} text={schema} />
          ))}
        </section>
      )}
    </Page>
  )
}

function Operation({ operation }: { readonly operation: OperationView }) {
  const { id, method, path, says, parameters, body, responses, canBeTried } = operation
  return (
    <article aria-labelledby={id} className="panel flex flex-col gap-3 px-4 py-3.5">
      <h3 id={id} className="font-mono text-sm font-semibold break-all">
        <a href={`#${id}`} className="hover:underline">
          {method} {path}
        </a>
      </h3>
      <p className="max-w-prose">{says}</p>
      {parameters.length > 0 && (
        <ul className="text-xs">
          {parameters.map(({ name, in: where, required, type, says }) => (
            <li key={name} className="border-t border-line py-1.5 first:border-t-0">
              <code className="font-semibold">{name}</code>{' '}
              <span className="text-muted">
                {where}, {type}
                {required ? ', required' : ''}
              </span>{' '}
              {says}
            </li>
          ))}
        </ul>
      )}
      {body && <Folded title={`Body: ${body.types.join(', ')}`} text={body.schema} />}
      {responses.map(({ status, says, types, schema }) => (
        <Folded key={status} title={`${status} ${says}`} note={types.join(', ')} text={schema} />
      ))}
      <CopyText lines={curlOf(operation, window.location.origin)} />
      {canBeTried && <TryOut operation={operation} />}
    </article>
  )
}

interface FoldedProps {
  readonly title: string
  readonly note?: string
  /** Undefined where there is nothing to unfold. */
  readonly text: string | undefined
}

function Folded({ title, note, text }: FoldedProps) {
  const head = (
    <>
      {title} {note && <span className="break-words text-muted">{note}</span>}
    </>
  )
  if (text === undefined) return <p className="pl-4 text-xs">{head}</p>
  return (
    <details className="text-xs">
      <summary className="cursor-default">{head}</summary>
      <pre className="mt-1 rounded-lg bg-soft px-3 py-2 font-mono break-words whitespace-pre-wrap">
        {text}
      </pre>
    </details>
  )
}
