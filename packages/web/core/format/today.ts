const days = ['日', '一', '二', '三', '四', '五', '六']

/** For example 11月12日 周四. */
export const formatToday = (now: Date) => `${now.getMonth() + 1}月${now.getDate()}日 周${days[now.getDay()]}`
