import { ExportOutlined, PrinterOutlined } from '@ant-design/icons'
import { Link } from 'react-router'
import { formatDayTime } from '#packages/web/core/format/time.ts'
import { Button } from '#packages/web/desk/button.tsx'
import dots from '#packages/web/desk/dot-separated.module.css'
import { FieldValue } from '#packages/web/desk/entity/field-control.tsx'
import { FactGrid } from '#packages/web/desk/fact-grid.tsx'
import { Glyph } from '#packages/web/desk/glyph.tsx'
import { InitialsAvatar } from '#packages/web/desk/initials-avatar.tsx'
import { RowStatusTag } from '#packages/web/desk/list/columns.tsx'
import { getStateLook } from '#packages/web/desk/status-look.ts'
import { flowStatuses, type FlowDetail } from '../../contract.ts'
import styles from './flow-record.module.css'

/** The request: who asks, the facts that the decision hangs on, all others, and the files. */
export function FlowRecord({ flow }: { flow: FlowDetail }) {
  const { title, applicant, applicantNote, orgName, submittedAt, status, may, lead, facts, files, url } = flow
  return (
    <article className={styles['record']}>
      <header className={styles['head']}>
        <InitialsAvatar name={applicant} size="head" />
        <div className={styles['name']}>
          <h2 className={styles['title']}>
            {title}
            <RowStatusTag
              status={getStateLook(
                may.includes('approve') ? { label: '待我处理', tone: 'warning' } : flowStatuses[status],
              )}
            />
          </h2>
          <p className={`${styles['about']} ${dots['dotted']}`}>
            <span>{applicant}</span>
            {[applicantNote, orgName === applicantNote ? '' : orgName].map(
              (text) => text && <span key={text}>{text}</span>,
            )}
            <span>{formatDayTime(submittedAt)} 提交</span>
          </p>
        </div>
        <div className={styles['tools']}>
          {url && (
            <Link className={styles['link']} to={url}>
              <Glyph of={ExportOutlined} />
              查看原件
            </Link>
          )}
          <Button icon={<Glyph of={PrinterOutlined} />} aria-label="打印" title="打印" onClick={() => window.print()} />
        </div>
      </header>
      {lead.length > 0 && (
        <dl className={styles['lead']} aria-label="要点">
          {lead.map(({ label, value }) => (
            <div key={label}>
              <dt>{label}</dt>
              <dd>{value || '—'}</dd>
            </div>
          ))}
        </dl>
      )}
      <FactGrid facts={facts} label="申请内容" />
      {files.length > 0 && (
        <section className={styles['files']} aria-label="附件">
          <h3>附件</h3>
          <FieldValue of="files" value={files} rowName={title} />
        </section>
      )}
    </article>
  )
}
