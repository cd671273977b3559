import styles from './org-illustration.module.css'

/** A school with flag and playground, or an office, between trees. Decorative, so hidden from screen readers. */
export const OrgIllustration = ({ isSchool }: { isSchool: boolean }) => (
  <div className={styles['drawing']} aria-hidden="true">
    <svg className={styles['land']} viewBox="0 0 640 148" preserveAspectRatio="none" aria-hidden="true">
      <path className={styles['far']} d="M0 92C90 66 170 74 270 88s170 6 240-12 90-10 130-4v84H0Z" />
      <path className={styles['near']} d="M0 120h640v28H0Z" />
    </svg>
    <svg className={styles['building']} viewBox="240 0 400 148" aria-hidden="true">
      {isSchool ? <School /> : <Office />}
      <g className={styles['tree']}>
        {trees.map(([x, y, radius]) => (
          <path key={x} d={`M${x - 1} ${y}h3v${radius + 12}h-3zM${x} ${y - radius}a${radius} ${radius} 0 1 1-.01 0z`} />
        ))}
      </g>
    </svg>
  </div>
)

const trees = [
  [262, 104, 11],
  [284, 109, 8],
  [588, 102, 12],
  [612, 108, 9],
] as const

const windowAt = (x: number, y: number) => `M${x} ${y}h10v11h-10z`
const rows = (xs: readonly number[], ys: readonly number[]) => ys.flatMap((y) => xs.map((x) => windowAt(x, y))).join('')

const School = () => (
  <g>
    <path className={styles['pole']} d="M316 34h3v86h-3z" />
    <path className={styles['flag']} d="M319 35h28v18h-28z" />
    <path className={styles['wall']} d="M336 72h76v50h-76zM472 72h100v50H472z" />
    <path className={styles['front']} d="M406 122V58l36-20 36 20v64z" />
    <circle className={styles['window']} cx="442" cy="64" r="9" />
    <path className={styles['window']} d={rows([346, 366, 386], [80, 100])} />
    <path className={styles['window']} d={rows([488, 508, 528, 548], [80, 100])} />
    <path className={styles['window']} d={rows([417, 457], [82])} />
    <path className={styles['window']} d="M433 96h18v26h-18z" />
  </g>
)

const Office = () => (
  <g>
    <path className={styles['pole']} d="M326 30h3v92h-3z" />
    <path className={styles['flag']} d="M329 31h28v18h-28z" />
    <path className={styles['wall']} d="M352 66h56v56h-56zM488 66h56v56h-56z" />
    <path className={styles['front']} d="M400 122V42h96v80z" />
    <path className={styles['window']} d={rows([362, 384], [76, 98])} />
    <path className={styles['window']} d={rows([498, 520], [76, 98])} />
    <path className={styles['window']} d={rows([412, 432, 452, 472], [54, 74])} />
    <path className={styles['window']} d="M436 98h24v24h-24z" />
  </g>
)
