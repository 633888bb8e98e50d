using PooledAwait.Inspect.Commands;

return Tool.Run(args, Console.Out, Console.Error);
