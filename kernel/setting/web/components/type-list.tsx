import { useState } from 'react'
import { PageState } from '#packages/web/desk/page-state.tsx'
import { SplitList } from '#packages/web/desk/split-page/split-list.tsx'
import type { SettingTypeItem } from '../../contract.ts'

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
    <SplitList
      label="设置类型"
      search={{ label: '搜索设置', placeholder: '搜索设置项', value: keyword, onChange: setKeyword }}
      state={
        hits.length === 0 && (
          <PageState status="noMatch" title="没有找到设置项" text="换个词试试。" onClear={() => setKeyword('')} />
        )
      }
      groups={apps.map((app) => ({
        key: app,
        title: app,
        items: hits
          .filter(({ item }) => item.app === app)
          .map(({ item, keys }) => ({
            key: item.type,
            label: item.title,
            note: item.ownCount > 0 ? `已设 ${item.ownCount}` : '',
            parts: keys.map(({ key, title }) => ({ key, label: title })),
          })),
      }))}
      chosen={chosen}
      onChoose={onChoose}
    />
  )
}
