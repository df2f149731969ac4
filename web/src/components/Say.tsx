import type { Sentence, Word } from '@headroom/shared'
import { wordText } from '@headroom/shared'
import { Link } from '@tanstack/react-router'
import { Memory } from './Quantity.tsx'

interface SayProps {
  readonly sentence: Sentence
  /** False inside what is itself a link or a button. */
  readonly links?: boolean
}

/** A sentence of the core: figures set, code as code, hosts linked. */
export function Say({ sentence, links = true }: SayProps) {
  return <>{sentence.map((word, i) => spoken(word, i, links))}</>
}

const spoken = (word: Word, i: number, links: boolean) => {
  if (typeof word === 'string') return word
  const text = wordText(word)
  if ('host' in word)
    return !links ? (
      text
    ) : (
      <Link key={i} to="/hosts/$host" params={{ host: word.host }} className="link">
        {text}
      </Link>
    )
  if ('code' in word) return <code key={i}>{text}</code>
  if ('hostCell' in word || 'guestCell' in word) return text
  return (
    <b key={i} className="figure">
      {text}
    </b>
  )
}

/** A bare amount in few figures, memory exact to who points at it. */
export const Amount = ({ of }: { readonly of: Word }) =>
  typeof of !== 'string' && 'memory' in of ? <Memory kib={of.memory} /> : <Say sentence={[of]} />
