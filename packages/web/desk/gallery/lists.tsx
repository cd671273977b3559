import { CheckOutlined, LogoutOutlined, PauseOutlined, UserOutlined } from '@ant-design/icons'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { Button } from '../button.tsx'
import { PreferenceStoreContext, type PreferenceStore, type SavedView } from '../preference-store.ts'
import { Glyph } from '../glyph.tsx'
import { col, RowStatusTag } from '../list/columns.tsx'
import { createMaskedColumn } from '../list/masked-column.tsx'
import { defineListPage } from '../list/list-page.tsx'
import { PermissionContext } from '../permissions.tsx'
import { createMemoryPreferenceStore } from './memory-preference-store.ts'
import {
  listTargetPupils,
  listMoods,
  samplePupils,
  readPupils,
  setState,
  type ListMood,
  type SamplePupil,
} from './pupils.ts'
import styles from './showcase.module.css'

const may = new Set(['gallery.edit'])
const queryKey = ['gallery', 'pupils']
const views: SavedView[] = [
  { id: 'suspended', name: '休学', query: 'state=suspended', isShared: true, isMine: false, isDefault: false },
]

/** Like the server's store, but only until the page is closed. */
const preferenceStore: PreferenceStore = {
  ...createMemoryPreferenceStore(),
  views: () => ({ queryKey: [...queryKey, 'views'], queryFn: async () => [...views] }),
  saveView: async ({ id, name, query, isShared, isDefault }) => {
    const view = { id: id ?? `view-${views.length}`, name, query, isShared, isDefault, isMine: true }
    const at = views.findIndex((one) => one.id === view.id)
    views.splice(at < 0 ? views.length : at, at < 0 ? 0 : 1, view)
    return view
  },
  deleteView: async (id) =>
    views.splice(
      views.findIndex((view) => view.id === id),
      1,
    ),
}

const statuses = {
  here: { tone: 'success', icon: CheckOutlined, label: '在读', isNormal: true },
  suspended: { tone: 'warning', icon: PauseOutlined, label: '休学' },
  left: { tone: 'closed', icon: LogoutOutlined, label: '转出' },
} as const
const getStatus = ({ state }: SamplePupil) => statuses[state]
const option = (value: string) => ({ value, label: value })

let mood: ListMood = 'ready'

const Pupils = defineListPage<SamplePupil>({
  key: 'gallery:lists',
  queryKey,
  noun: { name: '学生', measure: '名' },
  page: (query) => ({ queryKey: [...queryKey, 'page', query], queryFn: () => readPupils(mood, query) }),
  name: { title: '姓名', of: ({ name }) => name, icon: () => <Glyph of={UserOutlined} />, sortable: true },
  search: '姓名、班级',
  filters: [
    { name: 'grade', label: '年级', options: ['七年级', '八年级', '九年级'].map(option) },
    {
      name: 'state',
      label: '状态',
      options: Object.entries(statuses).map(([value, { label }]) => ({ value, label })),
    },
  ],
  hasViews: true,
  columns: [
    col.number({ key: 'seat', title: '座号', width: 76, sortable: true, of: ({ seat }) => seat, unit: '号' }),
    col.text({ key: 'sex', title: '性别', width: 72, card: 'fact', of: ({ sex }) => sex }),
    col.text({ key: 'className', title: '班级', width: 96, card: 'kind', sortable: true, of: (row) => row.className }),
    col.text({ key: 'guardian', title: '监护人', width: 104, dropAt: 2, of: ({ guardian }) => guardian }),
    createMaskedColumn({ key: 'phone', title: '监护人手机', width: 148, of: ({ phone }) => phone }),
    col.date({ key: 'enteredOn', title: '入学日期', width: 120, dropAt: 1, of: ({ enteredOn }) => enteredOn }),
    col.status({ key: 'state', title: '状态', width: 96, of: getStatus }),
  ],
  actions: [
    {
      key: 'suspend',
      label: '办理休学',
      permission: 'gallery.edit',
      isDanger: true,
      when: ({ state }) => state === 'here',
      preview: async (targets) => {
        const chosen = listTargetPupils(targets).filter(({ state }) => state === 'here')
        const before = samplePupils.filter(({ state }) => state === 'here').length
        return {
          count: chosen.length,
          names: chosen.slice(0, 5).map(({ name }) => name),
          changes: [{ label: '在读', before: `${before} 人`, after: `${before - chosen.length} 人` }],
          consequences: [{ label: '点名', text: '休学期间不出现在名单里' }],
          note: '8 秒内可以撤销',
        }
      },
      run: async (targets) => {
        const chosen = listTargetPupils(targets).filter(({ state }) => state === 'here')
        setState(chosen, 'suspended')
        return async () => setState(chosen, 'here')
      },
      done: (count) => `已办理 ${count} 人休学`,
    },
  ],
  detail: {
    of: (id) => ({
      queryKey: [...queryKey, 'detail', id],
      queryFn: async () => samplePupils.find((one) => one.id === id)!,
    }),
    icon: () => <Glyph of={UserOutlined} />,
    name: ({ name }) => name,
    tag: (pupil) => <RowStatusTag status={getStatus(pupil)} />,
    about: ({ sex, className }) => [sex, className],
    sections: ({ seat, guardian, enteredOn }) => [
      {
        facts: [
          { label: '座号', value: seat },
          { label: '监护人', value: guardian },
          { label: '入学日期', value: enteredOn },
        ],
      },
    ],
  },
  empty: { text: '可以新建，也可以从学籍表导入。' },
})

/** A list of two hundred invented pupils, in each of its states. */
export default function ListsGallery() {
  const [chosen, setChosen] = useState<ListMood>('ready')
  const client = useQueryClient()
  const choose = (next: ListMood) => {
    mood = next
    setChosen(next)
    // Stale data needs earlier data; every other state starts from nothing.
    void (next === 'stale' ? client.refetchQueries({ queryKey }) : client.resetQueries({ queryKey }))
  }
  return (
    <PreferenceStoreContext value={preferenceStore}>
      <PermissionContext value={may}>
        <div className={styles['whole']}>
          <div className={`${styles['chooser']} no-print`} role="group" aria-label="列表的状态">
            {(Object.keys(listMoods) as ListMood[]).map((one) => (
              <Button
                key={one}
                size="small"
                aria-pressed={one === chosen}
                {...(one === chosen && { type: 'primary' })}
                onClick={() => choose(one)}
              >
                {listMoods[one]}
              </Button>
            ))}
          </div>
          <div className={styles['rest']}>
            <Pupils />
          </div>
        </div>
      </PermissionContext>
    </PreferenceStoreContext>
  )
}
