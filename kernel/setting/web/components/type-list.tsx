import { SearchOutlined } from '@ant-design/icons'
import { Input } from 'antd'
import { useState } from 'react'
import { Glyph } from '#packages/web/desk/glyph.tsx'
import { PageState } from '#packages/web/desk/page-state.tsx'
import type { SettingTypeItem } from '../../contract.ts'
import styles from './type-list.module.css'

interface Props {
  types: readonly SettingTypeItem[]
  chosen: string | undefined
  onChoose: (type: string, key?: string) => void
}

/** The types by application, searched by title and by keys. */
export function TypeList({ types, chosen, onChoose }: Props) {
  const [keyword, setKeyword] = useState('')
  const wanted = keyword.trim()
  const hits = types.flatMap((item) => {
    const keys = wanted === '' ? [] : item.keys.filter(({ title }) => title.includes(wanted))
    const isNamed = [item.title, item.app, item.description].some((text) => text.includes(wanted))
    return wanted === '' || isNamed || keys.length > 0 ? [{ item, keys }] : []
  })
  const apps = [...new Set(hits.map(({ item }) => item.app))]
  return (
    <nav className={styles['list']} aria-label="设置类型">
      <div className={styles['search']}>
        <Input
          type="search"
          aria-label="搜索设置"
          placeholder="搜索设置项"
          prefix={<Glyph of={SearchOutlined} />}
          value={keyword}
          onChange={({ target }) => setKeyword(target.value)}
        />
      </div>
      <div className={styles['groups']}>
        {apps.map((app) => (
          <div key={app} className={styles['group']}>
            <h2 className={styles['app']}>{app}</h2>
            <ul>
              {hits
                .filter(({ item }) => item.app === app)
                .map(({ item, keys }) => (
                  <li key={item.type}>
                    <button
                      type="button"
                      className={styles['type']}
                      aria-current={item.type === chosen ? 'page' : undefined}
                      onClick={() => onChoose(item.type)}
                    >
                      <span>{item.title}</span>
                      {item.ownCount > 0 && <span className={styles['count']}>已设 {item.ownCount}</span>}
                    </button>
                    {keys.map(({ key, title }) => (
                      <button
                        key={key}
                        type="button"
                        className={styles['key']}
                        onClick={() => onChoose(item.type, key)}
                      >
                        {title}
                      </button>
                    ))}
                  </li>
                ))}
            </ul>
          </div>
        ))}
        {hits.length === 0 && (
          <PageState status="noMatch" title="没有找到设置项" text="换个词试试。" onClear={() => setKeyword('')} />
        )}
      </div>
    </nav>
  )
}
