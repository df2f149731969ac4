export const inputLook =
  'w-full min-w-0 rounded-lg border border-edge bg-panel px-2.5 py-1.5 text-sm placeholder:text-muted data-invalid:border-bad'
export const labelLook = 'block text-xs font-semibold'
