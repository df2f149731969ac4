import type { Sentence, Word } from '@headroom/shared'
import { wordText } from '@headroom/shared'
import { Link } from '@tanstack/react-router'

/** A sentence of the core: figures set, code as code, hosts linked. */
export function Say({ sentence }: { readonly sentence: Sentence }) {
  return <>{sentence.map(spoken)}</>
}

const spoken = (word: Word, i: number) => {
  if (typeof word === 'string') return word
  const text = wordText(word)
  if ('host' in word)
    return (
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
