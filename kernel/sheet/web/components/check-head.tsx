import { ThunderboltOutlined } from '@ant-design/icons'
import { formatNumber } from '#packages/web/core/format/number.ts'
import { Button } from '#packages/web/desk/button.tsx'
import { Glyph } from '#packages/web/desk/glyph.tsx'
import type { BatchRow, IssueGroup, RowState, TargetFacts } from '../../contract.ts'
import { fixRows, repairRows } from '../queries.ts'
import type { CheckProps } from './use-check.ts'
import styles from './check-head.module.css'

interface Props extends CheckProps {
  group: IssueGroup | undefined
  rows: readonly BatchRow[]
}

/** The result of the check, the next action, and one button for all. */
export function CheckHead({ batch, facts, check, summary, group, rows }: Props) {
  const { view, repairs } = check
  const [title, hint] = group ? describeGroup(group) : describeState(facts, view.state, summary)
  const skipped = view.state === 'skipped' ? rows.map(({ row }) => row) : []
  return (
    <header className={styles['head']} data-goes-on="">
      <div className={styles['words']}>
        <h2 className={styles['title']}>{title}</h2>
        <p className={styles['hint']}>{hint}</p>
      </div>
      {group?.fixes.map((fix, at) => (
        <Button
          key={fix.key}
          type={at === 0 ? 'primary' : 'default'}
          icon={at === 0 && <Glyph of={ThunderboltOutlined} />}
          loading={repairs.isBulk}
          onClick={() =>
            repairs.changeMany(
              () => fixRows(batch.id, group.kind, fix.key),
              (count) => `已修正 ${formatNumber(count)} 行`,
            )
          }
        >
          {`${fix.label}（${formatNumber(fix.count)} 行）`}
        </Button>
      ))}
      {skipped.length > 0 && (
        <Button
          loading={repairs.isBulk}
          onClick={() =>
            repairs.changeMany(
              () => repairRows(batch.id, { unskip: skipped }),
              () => '已恢复',
            )
          }
        >
          {`恢复这 ${skipped.length} 行`}
        </Button>
      )}
    </header>
  )
}

function describeGroup({ title, hint, count, fixes }: IssueGroup): [string, string] {
  const [best] = fixes
  if (!best) return [`${formatNumber(count)} 行${title}`, hint]
  const extent = best.count < count ? `其中 ${formatNumber(best.count)} 行可以` : `${formatNumber(count)} 行都可以`
  return [`${formatNumber(count)} 行${title}`, `${extent}一次处理，也可以逐行修改。`]
}

function describeState(
  { title, measure }: TargetFacts,
  state: RowState | null,
  summary: CheckProps['summary'],
): [string, string] {
  switch (state) {
    case 'new':
      return [`将新增 ${formatNumber(summary.new)} ${measure}`, `系统里还没有的${title}。`]
    case 'changed':
      return [
        `将更新 ${formatNumber(summary.changed)} ${measure}`,
        '划线的是系统里现在的内容，箭头后面是导入后的内容。',
      ]
    case 'same':
      return [`${formatNumber(summary.same)} ${measure}没有变化`, '与系统里的内容一致，导入后不变。']
    case 'skipped':
      return [`${formatNumber(summary.skipped)} 行不导入`, '这些行会留在错误行文件里，需要时可以恢复。']
    case 'wrong':
    case null:
      return ['这一类已全部修正', '请在左侧选择其他类别。']
  }
}
