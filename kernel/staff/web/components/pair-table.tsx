import { MaskDots } from '#packages/web/desk/mask-dots.tsx'
import type { Duplicate } from '../../contract.ts'
import styles from './pair-table.module.css'

type Twin = Duplicate['one']

const lines: readonly { label: string; of: (twin: Twin) => string }[] = [
  { label: '姓名', of: ({ name }) => name },
  { label: '单位', of: ({ orgName }) => orgName },
  { label: '部门', of: ({ departmentName }) => departmentName },
  { label: '手机', of: ({ mobile }) => mobile },
  { label: '身份证号', of: ({ idCard }) => idCard },
  { label: '账号', of: ({ account }) => account },
]

/** Both people side by side; differences are marked, also with text for screen readers. */
export function PairTable({ row: { one, other } }: { row: Duplicate }) {
  return (
    <table className={styles['pair']}>
      <thead>
        <tr>
          <th scope="col">项目</th>
          <th scope="col">甲</th>
          <th scope="col">乙</th>
        </tr>
      </thead>
      <tbody>
        {lines.map(({ label, of }) => {
          const isSame = of(one) === of(other)
          return (
            <tr key={label} data-differs={isSame ? undefined : ''}>
              <th scope="row">
                {label}
                {!isSame && <span className={styles['mark']}>不同</span>}
              </th>
              {[one, other].map((twin, at) => (
                // The order of the two is fixed.
                // eslint-disable-next-line react/no-array-index-key
                <td key={at}>{of(twin) ? <MaskDots value={of(twin)} /> : '—'}</td>
              ))}
            </tr>
          )
        })}
      </tbody>
    </table>
  )
}
