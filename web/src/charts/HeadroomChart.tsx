import { figure } from '@headroom/shared'
import { Bar, BarChart, CartesianGrid, Legend, ResponsiveContainer, Tooltip, XAxis, YAxis } from 'recharts'

/** Guests of one flavor that find room. */
export interface HeadroomBar {
  readonly flavor: string
  readonly nova: number
  readonly runs: number
  readonly empty: number
}

/** Three bars a flavor. The caller gives the numbers as a table too. */
export default function HeadroomChart({ rows }: { readonly rows: readonly HeadroomBar[] }) {
  return (
    <ResponsiveContainer width="100%" height={220}>
      <BarChart
        data={[...rows]}
        margin={{ top: 8, right: 12, bottom: 0, left: 0 }}
        accessibilityLayer={false}
      >
        <CartesianGrid stroke="var(--line)" vertical={false} />
        <XAxis dataKey="flavor" stroke="var(--muted)" fontSize={12} tickLine={false} />
        <YAxis tickFormatter={figure} stroke="var(--muted)" fontSize={12} width={56} tickLine={false} />
        <Tooltip
          isAnimationActive={false}
          formatter={(count) => figure(Number(count))}
          contentStyle={{ background: 'var(--panel)', borderColor: 'var(--line)', color: 'var(--ink)' }}
        />
        <Legend wrapperStyle={{ fontSize: 12 }} />
        <Bar dataKey="nova" name="by Nova’s book" fill="var(--ink)" isAnimationActive={false} />
        <Bar dataKey="runs" name="that run" fill="var(--claimed)" isAnimationActive={false} />
        <Bar dataKey="empty" name="on an empty cloud" fill="var(--muted)" isAnimationActive={false} />
      </BarChart>
    </ResponsiveContainer>
  )
}
