import { CheckOutlined, ExclamationCircleFilled } from '@ant-design/icons'
import { useState } from 'react'
import { formatNumber } from '#packages/web/core/format/number.ts'
import { Button } from '#packages/web/desk/button.tsx'
import { Glyph } from '#packages/web/desk/glyph.tsx'
import { PageState } from '#packages/web/desk/page-state.tsx'
import { Pager } from '#packages/web/desk/pager.tsx'
import { PlainSelect } from '#packages/web/desk/plain-select.tsx'
import type { BatchRow, RowState, TargetColumn } from '../../contract.ts'
import { fixRows, rowsAtOnce } from '../queries.ts'
import { rowStateLabels } from '../import-labels.ts'
import { CheckHead } from './check-head.tsx'
import { useRows } from './check-pane.tsx'
import type { CheckProps } from './use-check.ts'
import { createKindView, createStateView } from './check-view.ts'
import { AdviceButton, CheckProgress } from './group-list.tsx'
import { ReplaceLine } from './replace-line.tsx'
import { asksForIdentity, SamePerson } from './same-person.tsx'
import card from './card.module.css'
import styles from './phone-check.module.css'

/** On phones a card replaces the grid: one per row, with the wrong field and its fixes. */
export function PhoneCheck(props: CheckProps) {
  const { batch, facts, summary, check } = props
  const { view, show, repairs } = check
  const group = summary.groups.find(({ kind }) => kind === view.kind)
  const { data, isError, error, refetch } = useRows(props)
  return (
    <>
      <section className={card['card']}>
        <CheckProgress rowCount={batch.rowCount} summary={summary} />
        <AdviceButton {...props} />
        <div className={styles['choose']}>
          <PlainSelect
            label="查看哪些行"
            value={view.kind ?? `state ${view.state}`}
            options={[
              ...summary.groups.map(({ kind, title, count }) => ({ value: kind, label: `${title}（${count} 行）` })),
              ...(['new', 'changed', 'same', 'skipped'] as const).map((state) => ({
                value: `state ${state}`,
                label: `${rowStateLabels[state]}（${summary[state]} 行）`,
              })),
            ]}
            onChange={(value) => {
              const [, state] = /^state (.*)$/.exec(value) ?? []
              show(state ? createStateView(state as RowState) : createKindView(value))
            }}
          />
          {repairs.canUndo && <Button onClick={repairs.undo}>撤销上一次修改</Button>}
        </div>
      </section>
      <section className={card['card']}>
        <CheckHead {...props} group={group} rows={data?.items ?? []} />
        {group && data && <ReplaceLine batch={batch} facts={facts} group={group} repairs={repairs} rows={data.items} />}
        {data && asksForIdentity(data.items, view.kind) ? (
          <SamePerson {...props} rows={data.items} />
        ) : data ? (
          <ul>
            {data.items.map((row) => (
              <RowCard key={row.row} {...props} row={row} />
            ))}
          </ul>
        ) : isError ? (
          <PageState status="failed" error={error} onRetry={() => void refetch()} />
        ) : (
          <PageState status="loading" />
        )}
        {data && data.itemCount > rowsAtOnce && (
          <div className={styles['pager']}>
            <Pager
              isSimple
              current={view.page}
              pageSize={rowsAtOnce}
              total={data.itemCount}
              onChange={(page) => show({ ...view, page })}
            />
          </div>
        )}
      </section>
    </>
  )
}

function RowCard({ batch, facts, check: { view, repairs }, row }: CheckProps & { row: BatchRow }) {
  const issue = row.issues.find(({ kind }) => kind === view.kind) ?? row.issues[0]
  const name = facts.columns
    .filter(({ isName }) => isName)
    .map(({ key }) => row.cells[key])
    .filter(Boolean)
    .join(' ')
  const key = issue?.column ?? (view.kind === null ? undefined : view.kind.split(':')[0])
  const column = facts.columns.find((one) => one.key === key)
  return (
    <li className={styles['row']}>
      <p className={styles['name']}>
        <strong>{name || '（未填姓名）'}</strong>
        <span className={styles['number']}>{`第 ${formatNumber(row.row)} 行`}</span>
      </p>
      {row.changes.map(({ column: changed, before }) => (
        <p key={changed} className={styles['change']}>
          {`${facts.columns.find((one) => one.key === changed)?.title ?? ''}：`}
          {before ? <del>{before}</del> : '空'}
          {` → ${row.cells[changed] ?? ''}`}
        </p>
      ))}
      {column && view.state !== 'skipped' && (
        <OneField
          // The key resets the field when the server answers.
          key={row.cells[column.key]}
          row={row}
          column={column}
          isWrong={issue !== undefined}
          onWrite={(value) => repairs.write([{ row: row.row, column: column.key, value }])}
        />
      )}
      {issue ? (
        <>
          <p className={styles['why']}>
            <Glyph of={ExclamationCircleFilled} />
            {issue.message}
          </p>
          <div className={styles['cures']}>
            {issue.fixes.map((fix) => (
              <Button
                key={fix.key}
                aria-label={`第 ${row.row} 行，${fix.label}`}
                onClick={() => void repairs.change(() => fixRows(batch.id, issue.kind, fix.key, [row.row]))}
              >
                {fix.label}
              </Button>
            ))}
          </div>
        </>
      ) : (
        row.repaired.length > 0 && (
          <p className={styles['good']}>
            <Glyph of={CheckOutlined} />
            已修正
          </p>
        )
      )}
    </li>
  )
}

interface FieldProps {
  row: BatchRow
  column: TargetColumn
  isWrong: boolean
  onWrite: (value: string) => void
}

function OneField({ row, column: { key, title, choices }, isWrong, onWrite }: FieldProps) {
  const now = row.cells[key] ?? ''
  const [typed, setTyped] = useState(now)
  const label = `第 ${row.row} 行 ${title}`
  if (choices.length > 0) {
    const isKnown = choices.some((choice) => choice.title === now)
    return (
      <PlainSelect
        label={label}
        value={isKnown ? now : ''}
        placeholder={now ? `“${now}”，请选择` : `请选择${title}`}
        options={choices.map((choice) => ({ value: choice.title, label: choice.title }))}
        onChange={onWrite}
      />
    )
  }
  return (
    <input
      className={styles['field']}
      aria-label={label}
      aria-invalid={isWrong || undefined}
      value={typed}
      onChange={({ target }) => setTyped(target.value)}
      onKeyDown={({ key: pressed, currentTarget, nativeEvent }) =>
        pressed === 'Enter' && !nativeEvent.isComposing && currentTarget.blur()
      }
      onBlur={() => typed !== now && onWrite(typed)}
    />
  )
}
