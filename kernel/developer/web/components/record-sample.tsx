import type { OpenApi } from '../../contract.ts'
import styles from './api-catalogue.module.css'

/** 一条记录的样子: an invented record with these fields only. */
export function RecordSample({ api, fields }: { api: OpenApi | undefined; fields: readonly string[] }) {
  if (!api) return null
  const shown = Object.fromEntries(Object.entries(api.sample).filter(([name]) => fields.includes(name)))
  return (
    <section aria-label="一条记录的样子">
      <h3 className={styles['heading']}>一条记录的样子（虚构）</h3>
      <pre className={styles['sample']}>{JSON.stringify(shown, null, 2)}</pre>
    </section>
  )
}
