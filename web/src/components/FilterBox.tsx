import { useEffect, useState } from 'react'
import { Button, Input, SearchField } from 'react-aria-components'

interface FilterBoxProps {
  readonly label: string
  readonly placeholder: string
  readonly value: string
  readonly onChange: (value: string) => void
}

/** Keeps what is typed at once and passes it on when the typing pauses. */
export function FilterBox({ label, placeholder, value, onChange }: FilterBoxProps) {
  const [typed, setTyped] = useState(value)
  const [passedOn, setPassedOn] = useState(value)
  if (value !== passedOn) {
    setPassedOn(value)
    setTyped(value)
  }
  useEffect(() => {
    if (typed === passedOn) return
    const timer = setTimeout(() => {
      setPassedOn(typed)
      onChange(typed)
    }, 150)
    return () => clearTimeout(timer)
  }, [typed, passedOn, onChange])
  return (
    <SearchField
      aria-label={label}
      value={typed}
      onChange={setTyped}
      className="group relative w-full sm:w-70"
    >
      <Input
        placeholder={placeholder}
        className="w-full rounded-lg border border-edge bg-panel py-1.5 pr-8 pl-2.5 placeholder:text-muted [&::-webkit-search-cancel-button]:hidden"
      />
      <Button
        aria-label="Clear the filter"
        className="absolute top-1/2 right-1.5 -translate-y-1/2 rounded px-1.5 text-muted group-data-empty:hidden hover:text-ink"
      >
        <span aria-hidden="true">✕</span>
      </Button>
    </SearchField>
  )
}
