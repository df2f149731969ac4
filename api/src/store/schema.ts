/** The tables as the newest migration leaves them. */
export interface Schema {
  readonly snapshots: {
    readonly id: string
    readonly name: string
    readonly release: string | null
    readonly taken_at: string | null
    readonly stored_at: string
    readonly hosts: number
    readonly guests: number
    readonly bytes: number
    readonly document: string
  }
  readonly plans: {
    readonly id: string
    readonly name: string
    readonly created_at: string
    readonly changed_at: string
    readonly version: string
    readonly document: string
  }
}
