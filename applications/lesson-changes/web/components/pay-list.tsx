import type { CoverSum } from '../../contract-credits.ts'
import { formatHours, formatMonth } from '../record-text.ts'
import { Printed, SignatureLines } from '#packages/web/desk/printed.tsx'

interface Props {
  orgName: string
  month: string
  rows: readonly CoverSum[]
  total: number
  onDone: () => void
}

const heads = ['部门', '姓名', '代出', '代入', '互换', '看管', '补登', '课时', '本人签字']

/** 代课汇总表 on paper, with room to sign. */
export const PayList = ({ orgName, month, rows, total, onDone }: Props) => (
  <Printed onDone={onDone}>
    <h1>
      {orgName}
      {formatMonth(month)}代课汇总表
    </h1>
    <table>
      <thead>
        <tr>
          {heads.map((head) => (
            <th key={head} scope="col">
              {head}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map(({ userId, department, name, given, taken, swapped, supervised, backfilled, hours }) => (
          <tr key={userId}>
            {[department, name, given, taken, swapped, supervised, backfilled, formatHours(hours), ''].map(
              (cell, at) => (
                <td key={heads[at]}>{cell}</td>
              ),
            )}
          </tr>
        ))}
        <tr>
          <td colSpan={7}>合计</td>
          <td>{formatHours(total)}</td>
          <td>&nbsp;</td>
        </tr>
      </tbody>
    </table>
    <SignatureLines of={['制表', '教务主任', '校长', '日期']} />
  </Printed>
)
