import { Printed, SignatureLines } from '#packages/web/desk/printed.tsx'
import type { StudentTerm } from '../../contract.ts'
import { countRolled, countThere, describeMark, formatRate, rateOf } from './mark-text.ts'
import { listExceptions } from './term-days.ts'

/** 学生学期考勤单 on paper, signed by the class teacher and the family. */
export function TermSheet({ of, onDone }: { of: StudentTerm; onDone: () => void }) {
  const { name, className, termName, figures } = of
  const exceptions = listExceptions(of.days).reverse()
  const counts: readonly (readonly [string, number | string])[] = [
    ['应到', figures.expected],
    ['病假', figures.sick],
    ['事假', figures.private],
    ['公假', figures.official],
    ['迟到', figures.late],
    ['缺半节', figures.halfMissed],
    ['早退', figures.early],
    ['旷课', figures.truant],
    ['未到', figures.missing],
    ['出勤率', formatRate(rateOf(countThere(figures), countRolled(figures)))],
  ]
  return (
    <Printed onDone={onDone}>
      <h1>学生学期考勤单</h1>
      <p>{`${className}　${name}　${termName}（按节计，没有点名的课不计）`}</p>
      <table>
        <thead>
          <tr>
            {counts.map(([label]) => (
              <th key={label} scope="col">
                {label}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          <tr>
            {counts.map(([label, count]) => (
              <td key={label}>{count}</td>
            ))}
          </tr>
        </tbody>
      </table>
      {exceptions.length > 0 && (
        <table>
          <thead>
            <tr>
              <th scope="col">日期</th>
              <th scope="col">节次</th>
              <th scope="col">学科</th>
              <th scope="col">考勤</th>
            </tr>
          </thead>
          <tbody>
            {exceptions.map((one) => (
              <tr key={`${one.day} ${one.lessonId}`}>
                <td>{one.day}</td>
                <td>{one.periodName}</td>
                <td>{one.subjectName}</td>
                <td>{describeMark(one)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      <SignatureLines of={['班主任', '家长', '日期']} />
    </Printed>
  )
}
