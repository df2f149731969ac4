export const Logo = () => (
  <svg aria-hidden="true" width="20" height="16" className="shrink-0">
    <rect x="1" y="1" width="18" height="6" rx="1" fill="var(--claimed)" />
    <rect x="1" y="9" width="11" height="6" rx="1" fill="var(--third)" />
    <path d="M13 6v10" stroke="var(--ink)" strokeWidth="2" />
  </svg>
)
