import { CheckCircleFilled, CloseCircleFilled } from '@ant-design/icons'
import { useEffect, useRef, useState } from 'react'
import { call } from '#packages/web/core/call.ts'
import { getErrorMessage } from '#packages/web/core/call-error.ts'
import { Button } from '#packages/web/desk/button.tsx'
import { Dialog } from '#packages/web/desk/dialog.tsx'
import { Glyph } from '#packages/web/desk/glyph.tsx'
import type { DialogPage } from '#packages/web/desk/list/list-spec.ts'
import { ProgressBar } from '#packages/web/desk/progress-bar.tsx'
import { sourceApi, type DataSource } from '../../contract.ts'
import styles from './test-dialog.module.css'

type TestResult = { isFine: boolean; message: string; about: string }

/** Connects on opening and shows the result. */
export default function TestDialog({ row, page }: { row: DataSource; page: DialogPage }) {
  const [result, setResult] = useState<TestResult>()
  const hasStarted = useRef(false)
  const test = async () => {
    setResult(undefined)
    setResult(
      await call(sourceApi.test, { body: { id: row.id } }).then(
        ({ status, message, tookMs }) => ({
          isFine: status === 'fine' && message.startsWith('连接正常'),
          message,
          about: `用时 ${tookMs.toLocaleString()} 毫秒`,
        }),
        (error: unknown) => ({ isFine: false, message: getErrorMessage(error), about: '' }),
      ),
    )
    await page.refresh()
  }
  useEffect(() => {
    if (hasStarted.current) return
    hasStarted.current = true
    void test()
    // Runs once, on opening.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [])
  return (
    <Dialog
      title={`测试“${row.name}”`}
      size="question"
      busy={!result}
      onClose={page.close}
      foot={
        <>
          <Button disabled={!result} onClick={() => void test()}>
            再测一次
          </Button>
          <Button type="primary" disabled={!result} onClick={page.close}>
            知道了
          </Button>
        </>
      }
    >
      <p className={styles['address']}>{row.address}</p>
      {result ? (
        <p className={`${styles['result']} ${result.isFine ? styles['fine'] : styles['faulty']}`} role="status">
          <Glyph of={result.isFine ? CheckCircleFilled : CloseCircleFilled} />
          <span>{result.message}</span>
        </p>
      ) : (
        <>
          <p className={styles['result']} role="status">
            正在连接，最多 15 秒
          </p>
          <ProgressBar label="正在连接" percent={undefined} className={styles['bar']} />
        </>
      )}
      {result?.about && <p className={styles['about']}>{result.about}</p>}
    </Dialog>
  )
}
