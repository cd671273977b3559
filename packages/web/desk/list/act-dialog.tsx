import { WarningOutlined } from '@ant-design/icons'
import { useQuery } from '@tanstack/react-query'
import { useId } from 'react'
import { Button } from '../button.tsx'
import { Dialog } from '../dialog.tsx'
import { PageState } from '../page-state.tsx'
import { SkeletonLines } from '../skeleton.tsx'
import spoken from '../spoken.module.css'
import { StatusTag } from '../status-tag.tsx'
import type { ListSpec, Preview, RowWithId } from './spec.ts'
import type { Acting, Pending } from './use-acting.ts'
import styles from './act-dialog.module.css'

interface Props<Row extends RowWithId, Detail extends Row, Values extends object> {
  spec: ListSpec<Row, Detail, Values>
  acting: Acting<Row>
  pending: Pending<Row>
}

/** What would happen, before it does. The figures are the server's, and the button says them again. */
export function ActDialog<Row extends RowWithId, Detail extends Row, Values extends object>(
  props: Props<Row, Detail, Values>,
) {
  const { spec, acting, pending } = props
  const { act, targets, count } = pending
  const id = useId()
  const query = useQuery({
    queryKey: [...spec.queryKey, 'preview', id],
    queryFn: () => act.preview?.(targets) ?? Promise.resolve(unseen(count)),
    // What was true a minute ago is not what is about to happen.
    ...{ staleTime: 0, gcTime: 0 },
  })
  const preview = query.data
  const counted = preview?.count ?? count
  return (
    <Dialog
      title={`${act.label}：${count.toLocaleString()} ${spec.counted}`}
      size={act.preview ? 'form' : 'question'}
      busy={acting.isBusy}
      onClose={acting.cancel}
      foot={
        <>
          <span className={styles['note']}>{preview?.note}</span>
          <Button data-first="" disabled={acting.isBusy} onClick={acting.cancel}>
            取消
          </Button>
          <Button
            type="primary"
            danger={act.isDanger ?? false}
            disabled={!preview || preview.count === 0}
            loading={acting.isBusy}
            onClick={() => acting.confirm(counted)}
          >
            {`${act.label}（${counted.toLocaleString()} ${spec.measure}）`}
          </Button>
        </>
      }
    >
      {preview ? (
        <Told preview={preview} act={act.label} counted={spec.counted} />
      ) : query.isError ? (
        <PageState status="failed" error={query.error} onRetry={() => void query.refetch()} />
      ) : (
        <SkeletonLines widths={[64, 80, 72, 56]} />
      )}
    </Dialog>
  )
}

/** For an act without a trial run: all that is known is how many. */
const unseen = (count: number): Preview => ({ count, names: [], changes: [], consequences: [] })

function Told({ preview, act, counted }: { preview: Preview; act: string; counted: string }) {
  const { count, names, skipped, changes, consequences } = preview
  if (count === 0) return <p>{`选中的${counted.replace(/^./, '')}都不需要${act}。`}</p>
  return (
    <div className={styles['told']}>
      <div>
        <Names names={names} more={count > names.length ? `等 ${count.toLocaleString()} ${counted}` : ''} />
        {skipped && <p className={styles['skipped']}>{skipped}</p>}
      </div>
      {changes.length > 0 && <Changes changes={changes} />}
      {consequences.length > 0 && (
        <section>
          <h3 className={styles['heading']}>会同时改变</h3>
          <dl>
            {consequences.map(({ label, words }) => (
              <div key={label} className={styles['fact']}>
                <dt>{label}</dt>
                <dd>{words}</dd>
              </div>
            ))}
          </dl>
        </section>
      )}
      {names.length === 0 && changes.length === 0 && <p>{`将${act} ${count.toLocaleString()} ${counted}。`}</p>}
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

function Changes({ changes }: Pick<Preview, 'changes'>) {
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
                <span className={spoken['only']}>提醒</span>
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
