import { figure } from '@headroom/shared'
import { CartesianGrid, Legend, Line, LineChart, ResponsiveContainer, Tooltip, XAxis, YAxis } from 'recharts'

/** Free pages of one pool by both books after each step; step 0 is before the first. */
export interface RoomPoint {
  readonly step: number
  readonly nova: number | undefined
  readonly host: number | undefined
}

const stepName = (step: number) => (step === 0 ? 'before' : `step ${step}`)

/** Two stepped lines: where they part, Nova and the kernel differ. The caller gives the numbers as a table too. */
export default function RoomChart({ points }: { readonly points: readonly RoomPoint[] }) {
  return (
    <ResponsiveContainer width="100%" height={180}>
      <LineChart
        data={[...points]}
        margin={{ top: 8, right: 12, bottom: 0, left: 0 }}
        accessibilityLayer={false}
      >
        <CartesianGrid stroke="var(--line)" vertical={false} />
        <XAxis dataKey="step" tickFormatter={stepName} stroke="var(--muted)" fontSize={12} tickLine={false} />
        <YAxis tickFormatter={figure} stroke="var(--muted)" fontSize={12} width={56} tickLine={false} />
        <Tooltip
          isAnimationActive={false}
          labelFormatter={(step) => stepName(Number(step))}
          formatter={(pages) => figure(Number(pages))}
          contentStyle={{ background: 'var(--panel)', borderColor: 'var(--line)', color: 'var(--ink)' }}
        />
        <Legend iconType="plainline" wrapperStyle={{ fontSize: 12 }} />
        <Line
          type="stepAfter"
          dataKey="nova"
          name="free by Nova’s book"
          stroke="var(--ink)"
          strokeDasharray="6 4"
          strokeWidth={2}
          isAnimationActive={false}
        />
        <Line
          type="stepAfter"
          dataKey="host"
          name="free by the kernel"
          stroke="var(--claimed)"
          strokeWidth={2}
          isAnimationActive={false}
        />
      </LineChart>
    </ResponsiveContainer>
  )
}
