import { ArrowRightOutlined, CheckCircleFilled, ExclamationCircleFilled } from '@ant-design/icons'
import { FactGrid } from '#packages/web/desk/fact-grid.tsx'
import { Glyph } from '#packages/web/desk/glyph.tsx'
import type { MergePreview } from '../../contract.ts'
import styles from './merge-contents.module.css'

const becomes = { joins: '并入同名部门', moves: '整体转入' } as const

/** What moves in a merge: as a preview, and as a result. */
export function MergeContents({ preview, isDone = false }: { preview: MergePreview; isDone?: boolean }) {
  const { from, to, contents, departments, obstacles } = preview
  return (
    <div className={styles['all']}>
      {isDone ? (
        <p className={styles['done']} role="status">
          <Glyph of={CheckCircleFilled} />
          {from.name}已并入{to.name}
        </p>
      ) : (
        <p className={styles['way']}>
          <span>{from.name}</span>
          <Glyph of={ArrowRightOutlined} />
          <strong>{to.name}</strong>
        </p>
      )}
      {obstacles.length > 0 && (
        <div className={styles['obstacles']} role="alert">
          <p className={styles['stop']}>
            <Glyph of={ExclamationCircleFilled} />
            现在还不能合并
          </p>
          <ul>
            {obstacles.map((text) => (
              <li key={text}>{text}</li>
            ))}
          </ul>
        </div>
      )}
      <section>
        <h3 className={styles['heading']}>{isDone ? '已转入' : '将转入'}</h3>
        <FactGrid
          look="figures"
          facts={contents.map(({ title, measure, count }) => ({
            label: title,
            value: count.toLocaleString(),
            unit: measure,
          }))}
        />
        {contents.length === 0 && <p className={styles['nothing']}>没有需要转入的人员和数据</p>}
      </section>
      {departments.length > 0 && (
        <section>
          <h3 className={styles['heading']}>部门</h3>
          <ul className={styles['departments']}>
            {departments.map(({ name, becomes: how, people }) => (
              <li key={name}>
                <span className={styles['name']}>{name}</span>
                <span className={styles['people']}>{people.toLocaleString()} 人</span>
                <span className={styles['how']}>{becomes[how]}</span>
              </li>
            ))}
          </ul>
        </section>
      )}
    </div>
  )
}
