import { col } from '../list/columns.tsx'
import { defineDrillDownList } from './drill-down-list.tsx'
import { samplePupils } from './sample-statistics.ts'

/** The same pupils behind every number. */
export const SampleDrillDownList = defineDrillDownList<(typeof samplePupils)[number]>({
  noun: { name: '学生', measure: '名', bare: '人' },
  page: ({ filter, pageNumber, pageSize }) => ({
    queryKey: ['gallery', 'pupils', filter, pageNumber],
    queryFn: async () => ({
      items: samplePupils.slice((pageNumber - 1) * pageSize, pageNumber * pageSize),
      itemCount: samplePupils.length,
      pageCount: Math.ceil(samplePupils.length / pageSize),
    }),
  }),
  name: { title: '姓名', of: ({ name }) => name, width: 104, icon: () => null },
  columns: [
    col.text({ key: 'className', title: '班级', width: 104 }),
    col.number({ key: 'seat', title: '座号', width: 84, of: ({ seat }) => seat }),
  ],
})
