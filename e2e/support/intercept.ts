import type { Page, Route } from '@playwright/test';

type Answer = (route: Route) => Promise<void>;

const abort: Answer = (route) => route.abort();

/**
 * Answers these requests of a page, by default as a network that is gone; returns the function that lets them through to
 * the server again. They stay routed: when Playwright ends a route, a request on its way may never get an answer.
 */
export async function intercept(page: Page, url: string | RegExp, answer = abort): Promise<() => void> {
  let isOver = false;
  await page.route(url, (route) => (isOver ? route.fallback() : answer(route)));
  return () => {
    isOver = true;
  };
}

/** Answers the next of these requests; those after it reach the server. */
export async function interceptNext(page: Page, url: string, answer = abort): Promise<void> {
  let isNext = true;
  await page.route(url, (route) => {
    if (!isNext) return route.fallback();
    isNext = false;
    return answer(route);
  });
}
