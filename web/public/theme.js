// Sets the theme before the first paint. It stands alone because inline scripts are forbidden by the page's policy;
// src/app/theme.ts writes what is read here.
;(() => {
  let theme = null
  try {
    theme = JSON.parse(localStorage.getItem('heliodesk__theme')).value
  } catch {
    // Nothing stored, or no storage allowed: the system's wish counts.
  }
  if (theme !== 'light' && theme !== 'dark') {
    theme = matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light'
  }
  document.documentElement.dataset.theme = theme
})()
