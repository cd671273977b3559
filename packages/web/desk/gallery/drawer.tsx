import { AppstoreOutlined } from '@ant-design/icons'
import { useState } from 'react'
import { EdgeDrawer } from '../edge-drawer.tsx'
import { Glyph } from '../glyph.tsx'
import { usePhone } from '../use-phone.ts'
import styles from './drawer.module.css'
import showcase from './showcase.module.css'

const places = ['公文流转', '请假管理', '课堂点名', '教务管理', '评价', '数字家校']

/** /icon/drawer: the drawer at the right edge, with content. */
export default function DrawerPiece() {
  const isPhone = usePhone()
  const [chosen, setChosen] = useState(0)
  return (
    <div className={showcase['page']}>
      {!isPhone && <h1 className={showcase['title']}>边缘抽屉</h1>}
      <section className={showcase['section']}>
        <h2>快捷访问</h2>
        <p>把手在右侧边缘的空白处，不遮挡卡片。按 Esc、点遮罩或换页都会收起，焦点回到把手。</p>
      </section>
      <EdgeDrawer title="快捷访问" at={`/icon/drawer ${chosen}`}>
        <ul className={styles['rows']}>
          {places.map((name) => (
            <li key={name}>
              <button type="button" className={styles['row']} onClick={() => setChosen(chosen + 1)}>
                <span className={styles['icon']}>
                  <Glyph of={AppstoreOutlined} />
                </span>
                {name}
              </button>
            </li>
          ))}
        </ul>
      </EdgeDrawer>
    </div>
  )
}
