interface Props {
  size: number
}

/** The morning star over two horizons. */
export function Logo({ size }: Props) {
  return (
    <svg width={size} height={size} viewBox="0 0 36 36" aria-hidden="true" style={{ flex: 'none' }}>
      <rect width="36" height="36" rx="9" style={{ fill: 'var(--brand)' }} />
      <g style={{ fill: 'var(--on-brand)', stroke: 'var(--on-brand)' }}>
        <path d={getStarPath(18, 13.6, 8.4)} strokeWidth="0" />
        <path d="M6 28.4a16.8 16.8 0 0 1 24 0" fill="none" strokeWidth="2.2" strokeLinecap="round" />
        <path d="M12 31.6a10.4 10.4 0 0 1 12 0" fill="none" strokeWidth="2" strokeLinecap="round" opacity="0.6" />
      </g>
    </svg>
  )
}

/** A four-pointed star as a path. */
export const getStarPath = (x: number, y: number, radius: number) => {
  const waist = radius * 0.22
  return (
    `M${x} ${y - radius}Q${x + waist} ${y - waist} ${x + radius} ${y}Q${x + waist} ${y + waist} ${x} ${y + radius}` +
    `Q${x - waist} ${y + waist} ${x - radius} ${y}Q${x - waist} ${y - waist} ${x} ${y - radius}Z`
  )
}
