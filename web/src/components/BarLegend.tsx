import type { ReactNode } from 'react'

/** The words for what a bar shows; one wording wherever bars stand. */
const swatches: readonly (readonly [words: string, fill: string])[] = [
  ['claimed by Nova', 'var(--claimed)'],
  ['third party', 'url(#bar-third-party)'],
  ['holder unseen', 'url(#bar-unseen)'],
  ['reserved by config', 'url(#bar-reserved)'],
  ['free', 'var(--free)'],
  ['not known', 'url(#bar-not-known)'],
]

const frames = [
  { words: 'Nova sees it free, it is not', stroke: 'var(--phantom)', dash: undefined, tick: 1 },
  { words: 'free, Nova will not use it', stroke: 'var(--hidden)', dash: '5 2', tick: 17 },
] as const

function Swatch({ children, words }: { readonly children: ReactNode; readonly words: string }) {
  return (
    <li className="flex items-center gap-1.5">
      <svg aria-hidden="true" width="18" height="12" className="shrink-0">
        {children}
      </svg>
      {words}
    </li>
  )
}

export function BarLegend() {
  return (
    <ul
      aria-label="What the bars show"
      className="flex flex-wrap gap-x-3.5 gap-y-1 text-[0.75rem] text-muted"
    >
      {swatches.map(([words, fill]) => (
        <Swatch key={words} words={words}>
          <rect x="0.5" y="1.5" width="17" height="9" rx="1" fill={fill} stroke="var(--freeline)" />
        </Swatch>
      ))}
      {frames.map(({ words, stroke, dash, tick }) => (
        <Swatch key={words} words={words}>
          <rect
            x="2"
            y="2"
            width="14"
            height="8"
            fill="none"
            stroke={stroke}
            strokeWidth="2"
            strokeDasharray={dash}
          />
          <path d={`M${tick} 0v12`} stroke="var(--ink)" strokeWidth="1.5" />
        </Swatch>
      ))}
      <Swatch words="where Nova’s free begins">
        <path d="M9 0v12" stroke="var(--ink)" strokeWidth="2" />
        <path d="M5.5 0h7l-3.5 4z" fill="var(--ink)" />
      </Swatch>
    </ul>
  )
}
