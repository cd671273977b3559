import { getStarPath } from '#packages/web/core/logo.tsx'
import styles from './scenery.module.css'

/** Hills, a school with its flag, and the morning star: inline, static and decorative. */
export function Scenery() {
  return (
    <div className={styles['scenery']} aria-hidden="true">
      <svg className={styles['star']} width="76" height="76" viewBox="0 0 76 76">
        <defs>
          <radialGradient id="glow">
            <stop className={styles['glowIn']} />
            <stop className={styles['glowOut']} offset="1" />
          </radialGradient>
        </defs>
        <circle cx="38" cy="38" r="38" fill="url(#glow)" />
        <path className={styles['light']} d={getStarPath(38, 38, 12)} />
      </svg>
      <svg className={styles['land']} viewBox="0 0 1366 170" preserveAspectRatio="xMinYMax slice">
        <path className={styles['far']} d="M0 64C140 14 270 18 420 40s270 34 410 6 190 4 300-20 180-22 236-12v156H0Z" />
        <School />
        <path className={styles['middle']} d="M0 104C160 86 340 90 560 106s320 12 500-4 220-2 306 2v66H0Z" />
        <Trees />
        <path className={styles['near']} d="M0 136c160-16 360-18 560-2s420 22 806-6v42H0Z" />
      </svg>
    </div>
  )
}

function School() {
  return (
    <g>
      <path className={styles['pole']} d="M134 31h2v66h-2z" />
      <path className={styles['flag']} d="M136 32h21v13h-21z" />
      <path className={styles['school']} d="M147 78h44V66h21V56l27-12 27 12v10h75v10h49v26H147Z" />
      <circle className={styles['window']} cx="239" cy="61" r="5.5" />
      <path className={styles['window']} d={windows} />
      <path className={styles['window']} d="M232 82h13v16h-13z" />
    </g>
  )
}

const windowAt = (x: number, y: number) => `M${x} ${y}h6v7h-6z`
const windows = [
  ...[153, 166, 179].map((x) => windowAt(x, 84)),
  ...[273, 284, 295, 306, 317, 328].flatMap((x) => [windowAt(x, 72), windowAt(x, 85)]),
  ...[349, 363, 376].map((x) => windowAt(x, 82)),
].join('')

const trees = [
  [76, 102, 8],
  [96, 96, 10],
  [470, 96, 12],
  [492, 103, 9],
  [1010, 96, 12],
  [1034, 102, 9],
  [1240, 94, 11],
] as const

function Trees() {
  return (
    <g className={styles['tree']}>
      {trees.map(([x, y, radius]) => (
        <path key={x} d={`M${x - 1} ${y}h2v${radius + 10}h-2zM${x} ${y - radius}a${radius} ${radius} 0 1 1-.01 0z`} />
      ))}
    </g>
  )
}
