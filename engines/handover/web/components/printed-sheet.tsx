import { labelOf } from '#packages/contract'
import { formatDayTime } from '#packages/web/core/format/time.ts'
import { PrintSheets, SignatureLines } from '#packages/web/desk/printed.tsx'
import { handoverReasons, itemStatuses, type HandoverDetail, type HandoverItem } from '../../contract.ts'

/** 交接单: what was handed to whom, and when, with lines for signatures. It is only there on paper. */
export function PrintedSheet({ detail }: { detail: HandoverDetail }) {
  const { name, orgName, departmentName, current, groups, closedBy, closedAt, forcedReason } = detail
  if (!current) return null
  return (
    <PrintSheets>
      <section aria-label="交接单">
        <h1>工作交接单</h1>
        <p>
          {[orgName, departmentName].filter(Boolean).join(' / ')}　{name}　{labelOf(handoverReasons, current.reason)}
          ，最后工作日 {current.dueOn}
        </p>
        <p>
          {formatDayTime(current.openedAt)} 由{current.openedBy || '系统'}发起
          {closedAt && `，${formatDayTime(closedAt)} 由${closedBy || '系统'}办结`}
        </p>
        {forcedReason && <p>强制完成，原因：{forcedReason}</p>}
        <table>
          <thead>
            <tr>
              {['类别', '工作', '说明', '交给', '办理时间', '起始日期', '结果'].map((title) => (
                <th key={title} scope="col">
                  {title}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {groups.flatMap((group) =>
              group.items.map((item) => (
                <Row key={`${group.key} ${item.ref} ${item.status}`} group={group.title} item={item} />
              )),
            )}
          </tbody>
        </table>
        <SignatureLines of={['移交人', '接手人', '监交人']} />
      </section>
    </PrintSheets>
  )
}

const Row = ({ group, item }: { group: string; item: HandoverItem }) => (
  <tr>
    <td>{group}</td>
    <td>{item.title}</td>
    <td>{item.note}</td>
    <td>{item.toName}</td>
    <td>{item.doneAt && formatDayTime(item.doneAt)}</td>
    <td>{item.fromOn}</td>
    <td>{labelOf(itemStatuses, item.status)}</td>
  </tr>
)
