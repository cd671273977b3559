import { Input } from 'antd'
import { useId, useState } from 'react'
import { call } from '#packages/web/core/call.ts'
import { getErrorMessage } from '#packages/web/core/call-error.ts'
import { Button } from '#packages/web/desk/button.tsx'
import { Dialog } from '#packages/web/desk/dialog.tsx'
import type { DialogPage } from '#packages/web/desk/list/list-spec.ts'
import { sourceApi, type DataSource, type SourcePreview } from '../../contract.ts'
import styles from './preview-dialog.module.css'

/** Shows the first rows of a query, to check it. */
export default function PreviewDialog({ row, page }: { row: DataSource; page: DialogPage }) {
  const id = useId()
  const [sql, setSql] = useState('select ')
  const [sample, setSample] = useState<SourcePreview>()
  const [isBusy, setBusy] = useState(false)
  const [refusal, setRefusal] = useState<string>()
  const runQuery = async () => {
    setBusy(true)
    setRefusal(undefined)
    setSample(undefined)
    try {
      setSample(await call(sourceApi.preview, { body: { id: row.id, sql } }))
    } catch (error) {
      setRefusal(getErrorMessage(error))
    } finally {
      setBusy(false)
    }
  }
  return (
    <Dialog
      title={`预览“${row.name}”`}
      size="panes"
      busy={isBusy}
      onClose={page.close}
      foot={
        <>
          <Button disabled={isBusy} onClick={page.close}>
            关闭
          </Button>
          <Button type="primary" loading={isBusy} title="Ctrl+Enter" onClick={() => void runQuery()}>
            查询
          </Button>
        </>
      }
    >
      <label className={styles['label']} htmlFor={id}>
        查询语句
      </label>
      <Input.TextArea
        id={id}
        data-first
        value={sql}
        rows={3}
        maxLength={5000}
        spellCheck={false}
        className={styles['sql']!}
        onChange={({ target }) => setSql(target.value)}
        onKeyDown={(event) => {
          if (event.key === 'Enter' && event.ctrlKey && !isBusy) void runQuery()
        }}
      />
      <p className={styles['hint']}>只能执行一条查询，最多 10 秒，显示前 20 行；谁预览过会留下记录</p>
      {refusal && (
        <p className={styles['refusal']} role="alert">
          {refusal}
        </p>
      )}
      {sample && <Rows sample={sample} />}
    </Dialog>
  )
}

const Rows = ({ sample: { columns, rows, hasMore, tookMs } }: { sample: SourcePreview }) => (
  <>
    <p className={styles['told']} role="status">
      {rows.length === 0 ? '没有数据' : `前 ${rows.length} 行${hasMore ? '，还有更多' : ''}`}，用时{' '}
      {tookMs.toLocaleString()} 毫秒
    </p>
    {/* The region is focusable, so that a wide table can be scrolled with the keyboard. */}
    {/* eslint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
    <div className={styles['frame']} tabIndex={0} role="region" aria-label="查询结果">
      <table className={styles['table']}>
        <thead>
          <tr>
            {columns.map(({ name, type }, at) => (
              // Two columns of a query may have the same name.
              // eslint-disable-next-line react/no-array-index-key
              <th key={at} scope="col">
                {name}
                <span className={styles['type']}>{type}</span>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row, at) => (
            // eslint-disable-next-line react/no-array-index-key
            <tr key={at}>
              {row.map((value, column) => (
                // eslint-disable-next-line react/no-array-index-key
                <td key={column}>{value ?? <span className={styles['nothing']}>空</span>}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  </>
)
