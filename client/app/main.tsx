import { createRoot } from 'react-dom/client';
import { browserEnvironment } from '#client/data/browser-environment.ts';
import { createFrammeData } from '#client/data/create.ts';
import { createTranslations } from '#client/translations/create.ts';
import '#client/ui/tokens.css';
import '#client/ui/base.css';
import { App } from './app.tsx';
import { prefetchPage } from './pages.tsx';

async function start(root: HTMLElement): Promise<void> {
  const data = createFrammeData(browserEnvironment());
  prefetchPage(window.location.pathname);
  const translations = await createTranslations();
  createRoot(root).render(<App data={data} translations={translations} />);
}

const root = document.getElementById('root');
if (root) start(root).catch(console.error);
