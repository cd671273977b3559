import { SearchOutlined } from '@ant-design/icons'
import { Input } from 'antd'
import { useState } from 'react'
import { appAudiences } from '#packages/contract'
import { Glyph } from '#packages/web/desk/glyph.tsx'
import { PageState } from '#packages/web/desk/page-state.tsx'
import type { PermissionNode } from '../../../contract.ts'
import styles from './app-nav.module.css'

export const getAppAudience = (power: number) =>
  Object.values(appAudiences).find(({ code }) => code === power)?.title ?? ''

interface Props {
  categories: readonly PermissionNode[]
  chosen: string | undefined
  onChoose: (key: string) => void
}

/** The applications by category, each with its audience. */
export function AppNav({ categories, chosen, onChoose }: Props) {
  const [keyword, setKeyword] = useState('')
  const wanted = keyword.trim().toLowerCase()
  const hits = categories
    .map((group) => ({ ...group, children: group.children.filter(({ name }) => name.toLowerCase().includes(wanted)) }))
    .filter(({ children }) => children.length > 0)
  return (
    <nav className={styles['list']} aria-label="应用">
      <div className={styles['search']}>
        <Input
          type="search"
          aria-label="搜索应用"
          placeholder="应用名称"
          prefix={<Glyph of={SearchOutlined} />}
          value={keyword}
          onChange={({ target }) => setKeyword(target.value)}
        />
      </div>
      <div className={styles['groups']}>
        {hits.map(({ id, name, children }) => (
          <section key={id}>
            <h2 className={styles['shelf']}>{name}</h2>
            <ul>
              {children.map((app) => (
                <li key={app.id}>
                  <button
                    type="button"
                    className={styles['app']}
                    aria-current={app.id === chosen ? 'page' : undefined}
                    onClick={() => onChoose(app.id)}
                  >
                    <span>{app.name}</span>
                    <span className={styles['audience']}>{getAppAudience(app.power)}</span>
                  </button>
                </li>
              ))}
            </ul>
          </section>
        ))}
        {hits.length === 0 && (
          <PageState status="noMatch" title="没有找到应用" text="换个词试试。" onClear={() => setKeyword('')} />
        )}
      </div>
    </nav>
  )
}
