import { HistoryOutlined } from '@ant-design/icons'
import { useState } from 'react'
import { Button } from '../button.tsx'
import { PlainSelect } from '../plain-select.tsx'
import { Glyph } from '../glyph.tsx'
import { PageState } from '../page-state.tsx'
import { SaveBar } from '../split-page/save-bar.tsx'
import { SplitList } from '../split-page/split-list.tsx'
import { SplitPage } from '../split-page/split-page.tsx'
import { SplitAside, SplitPane, SplitPaneState } from '../split-page/split-pane.tsx'
import { GuardedPanes, useUnsavedGuard } from '../split-page/use-unsaved-guard.tsx'
import { useToast } from '../toast.tsx'
import { useUnsaved } from '../unsaved-changes.ts'

const names: Readonly<Record<string, string>> = {
  editor: '可以修改',
  refused: '保存被拒绝',
  tabs: '带标签页和旁栏',
  reader: '只能查看',
  loading: '正在加载',
  failed: '加载失败',
  empty: '没有内容',
}
const tabs = [
  { key: 'functions', label: '功能' },
  { key: 'members', label: '成员' },
]
const states = { loading: { error: null, refetch: () => {} }, failed: { error: new Error('超时'), refetch: () => {} } }

/** A list beside a pane, in every state: choose them in the list. */
export default function SplitGallery() {
  const [chosen, setChosen] = useState<string | undefined>('editor')
  const [keyword, setKeyword] = useState('')
  const guard = useUnsavedGuard()
  const go = (key: string | undefined) => guard.leave(() => setChosen(key))
  const found = Object.entries(names).filter(([, label]) => label.includes(keyword.trim()))
  return (
    <GuardedPanes guard={guard}>
      <SplitPage
        note="列表和右侧的内容"
        list={
          <SplitList
            label="状态"
            search={{ label: '搜索状态', placeholder: '状态', value: keyword, onChange: setKeyword }}
            state={found.length === 0 && <PageState status="noMatch" title="没有找到" onClear={() => setKeyword('')} />}
            groups={[
              { key: 'all', title: '右侧的状态', items: found.map(([key, label]) => ({ key, label, note: '样例' })) },
            ]}
            chosen={chosen}
            onChoose={go}
          />
        }
        back={chosen === undefined ? undefined : { label: '全部状态', onBack: () => go(undefined) }}
      >
        {chosen !== undefined && <Pane key={chosen} state={chosen} />}
      </SplitPage>
    </GuardedPanes>
  )
}

function Pane({ state }: { state: string }) {
  const toast = useToast()
  const [scope, setScope] = useState('school')
  const [tab, setTab] = useState('functions')
  const [refusal, setRefusal] = useState<string>()
  const isDirty = scope !== 'school'
  useUnsaved(isDirty)
  if (state === 'loading' || state === 'failed') return <SplitPaneState query={states[state]} />
  if (state === 'empty')
    return (
      <SplitPane>
        <PageState status="empty" title="还没有角色" text="新建角色后，可以在这里设置。" />
      </SplitPane>
    )
  const save = () => {
    if (state === 'refused') return setRefusal('其他管理员刚刚修改了这些设置')
    setScope('school')
    toast.success('已保存')
  }
  return (
    <SplitPane
      title={names[state]}
      mark="12 人"
      about="标题下面可以有一行说明。"
      tools={
        <Button size="small" type="text" icon={<Glyph of={HistoryOutlined} />}>
          修改记录
        </Button>
      }
      {...(state === 'tabs' && {
        tabs: { tabs, chosen: tab, onChoose: setTab },
        aside: <SplitAside label="保存前对照">{isDirty ? '3 人将获得' : '还没有改动。'}</SplitAside>,
      })}
      foot={
        state !== 'reader' && (
          <SaveBar
            changes={isDirty ? 1 : 0}
            isBusy={false}
            refusal={refusal}
            impact={isDirty && '将影响 3 所学校'}
            note="上次修改 罗海燕 周三"
            onSave={save}
            onDiscard={() => setScope('school')}
          />
        )
      }
    >
      <div style={{ padding: 16 }}>
        {state === 'reader' ? (
          '数据范围：本校'
        ) : (
          <PlainSelect
            label="数据范围"
            value={scope}
            options={[
              { value: 'school', label: '本校' },
              { value: 'class', label: '任教班级' },
            ]}
            onChange={setScope}
          />
        )}
      </div>
    </SplitPane>
  )
}
