interface RowOpenerProps {
  readonly name: string
  /** Whether there is anything to see in it. */
  readonly opens: boolean
  readonly isOpen: boolean
  readonly onOpen: (open: boolean) => void
  /** Id of the row that opens. */
  readonly row: string
}

/** The name of a row of numbers; a press opens the row of what they are the sums of. */
export const RowOpener = ({ name, opens, isOpen, onOpen, row }: RowOpenerProps) =>
  opens ? (
    <button
      type="button"
      aria-expanded={isOpen}
      {...(isOpen && { 'aria-controls': row })}
      onClick={() => onOpen(!isOpen)}
      className="flex cursor-default text-left hover:underline"
    >
      <span aria-hidden="true" className="w-4 shrink-0 text-muted">
        {isOpen ? '▾' : '▸'}
      </span>
      {name}
    </button>
  ) : (
    <span className="block pl-4">{name}</span>
  )
