import { WarningOutlined } from '@ant-design/icons'
import { getBareMeasure, getCountedNoun, type Noun } from '#packages/web/core/list/noun.ts'
import { FactGrid } from '../fact-grid.tsx'
import visuallyHidden from '../visually-hidden.module.css'
import { StatusTag } from '../status-tag.tsx'
import type { RowAction, ListSpec, ActionPreview, RowWithId } from './list-spec.ts'
import styles from './action-dialog.module.css'

type LabelledAction = Pick<RowAction<never>, 'label' | 'verb' | 'isSingle'>

/** The verb alone: a menu adds an ellipsis when the action asks for more. */
export const getActionVerb = ({ label, verb = label.replace(/…$/, '') }: LabelledAction) => verb

/** 停用：2 个机构; a single record is named. */
export function getActionTitle<Row extends RowWithId>(
  action: LabelledAction,
  count: number,
  rows: readonly Row[],
  { name, noun }: Pick<ListSpec<Row>, 'name' | 'noun'>,
) {
  const [row] = rows
  return `${getActionVerb(action)}：${row && count === 1 ? name.of(row) : `${count.toLocaleString()} ${getCountedNoun(noun)}`}`
}

/** The button repeats how many records it changes. */
export const getConfirmLabel = (action: LabelledAction, count: number, noun: Noun) =>
  action.isSingle
    ? getActionVerb(action)
    : `${getActionVerb(action)}（${count.toLocaleString()} ${getBareMeasure(noun)}）`

/** The preview of an action. */
export function ActionPreviewPanel({ preview, action, noun }: { preview: ActionPreview; action: string; noun: Noun }) {
  const { count, names, skipped, changes, consequences } = preview
  const counted = `${count.toLocaleString()} ${getCountedNoun(noun)}`
  if (count === 0) return <p>{`选中的${noun.name}都不需要${action}。`}</p>
  return (
    <div className={styles['told']}>
      <div>
        <Names names={names} more={count > names.length ? `等 ${counted}` : ''} />
        {skipped && <p className={styles['skipped']}>{skipped}</p>}
      </div>
      {changes.length > 0 && <Changes changes={changes} />}
      {consequences.length > 0 && (
        <section>
          <h3 className={styles['heading']}>会同时改变</h3>
          <FactGrid facts={consequences.map(({ label, text }) => ({ label, value: text }))} />
        </section>
      )}
      {changes.length === 0 && consequences.length === 0 && <p>{`将${action} ${counted}。`}</p>}
    </div>
  )
}

function Names({ names, more }: { names: readonly string[]; more: string }) {
  if (names.length === 0) return null
  return (
    <ul className={styles['names']} aria-label="涉及">
      {names.map((name, at) => (
        // Two may have the same name.
        // eslint-disable-next-line react/no-array-index-key
        <li key={at}>{name}</li>
      ))}
      {more && <li className={styles['rest']}>{more}</li>}
    </ul>
  )
}

function Changes({ changes }: Pick<ActionPreview, 'changes'>) {
  return (
    <section>
      <h3 className={styles['heading']}>提交前预览</h3>
      <div className={styles['frame']}>
        <table className={styles['table']}>
          <thead>
            <tr>
              <th scope="col">项目</th>
              <th scope="col">变化</th>
              <th scope="col">
                <span className={visuallyHidden['only']}>提醒</span>
              </th>
            </tr>
          </thead>
          <tbody>
            {changes.map(({ label, before, after, warning }) => (
              <tr key={label}>
                <th scope="row">{label}</th>
                <td>
                  {before} → <strong>{after}</strong>
                </td>
                <td>
                  {warning && (
                    <StatusTag tone="warning" icon={WarningOutlined}>
                      {warning}
                    </StatusTag>
                  )}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </section>
  )
}
