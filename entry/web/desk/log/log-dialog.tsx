import { Button } from '#packages/web/desk/button.tsx'
import { clearClientErrors, useClientErrors, type ClientError } from '#packages/web/core/client-errors.ts'
import { Dialog } from '#packages/web/desk/dialog.tsx'
import { PageState } from '#packages/web/desk/page-state.tsx'
import { useToast } from '#packages/web/desk/toast.tsx'
import styles from './log-dialog.module.css'

const time = new Intl.DateTimeFormat('zh-CN', { dateStyle: 'short', timeStyle: 'medium' })
const formatError = ({ at, message, component, url, info }: ClientError) =>
  [`${time.format(at)} ${component} ${url}`, message, info].filter(Boolean).join('\n')

/** Errors of this browser, newest first, for support. */
export default function LogDialog({ onClose }: { onClose: () => void }) {
  const { errors } = useClientErrors()
  const toast = useToast()
  const newestFirst = [...errors].reverse()
  const copy = () =>
    // Without https there is no clipboard; the text is on the page and can be selected.
    void navigator.clipboard?.writeText(newestFirst.map(formatError).join('\n\n')).then(
      () => toast.success('已复制异常记录'),
      () => toast.error('没有复制成功，请选中文字复制'),
    )
  return (
    <Dialog
      title="异常记录"
      size="form"
      onClose={onClose}
      foot={
        <>
          {errors.length > 0 && (
            <>
              <Button className={styles['clear']!} danger onClick={clearClientErrors}>
                清空 {errors.length} 条
              </Button>
              <Button onClick={copy}>复制</Button>
            </>
          )}
          <Button type="primary" data-first onClick={onClose}>
            关闭
          </Button>
        </>
      }
    >
      {errors.length === 0 ? (
        <PageState status="empty" title="没有异常" text="页面异常会记录于此，便于反馈问题。" />
      ) : (
        <ol>
          {newestFirst.map((error, at) => (
            <Line key={errors.length - at} error={error} />
          ))}
        </ol>
      )}
    </Dialog>
  )
}

const Line = ({ error: { at, message, component, url, info } }: { error: ClientError }) => (
  <li className={styles['line']}>
    <p className={styles['about']}>
      <time dateTime={new Date(at).toISOString()}>{time.format(at)}</time>
      <span>{component}</span>
      <span>{url}</span>
    </p>
    <p className={styles['message']}>{message}</p>
    {info && (
      <details>
        <summary>详情</summary>
        <pre className={styles['info']}>{info}</pre>
      </details>
    )}
  </li>
)
