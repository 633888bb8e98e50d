using System;
using System.Diagnostics;
using System.Threading.Tasks;
using AspectInjector.Broker;

var door = new Door();
Console.WriteLine(await door.OpenAsync("guest"));
Console.WriteLine(await door.OpenAsync("admin"));
Console.WriteLine(await door.KnockAsync());
Console.WriteLine(await door.RingAsync());
Console.WriteLine(await door.ForwardedAsync("guest"));
var visitor = args.Length + 1;
Console.WriteLine(door.Greet(visitor));
Console.WriteLine(await door.PlainAsync());

public sealed class Door
{
    private int _attempts;

    public async Task<string> OpenAsync(string who) => await UnlockAsync(who);

    public async Task<string> KnockAsync() => await AnnouncedAsync() + await LoggedAsync();

    public async Task<int> RingAsync() => await FailingAsync();

    public async Task<string> ForwardedAsync(string who) => await ForwardAsync(who);

    public int Greet(int visitors) => Called(() => visitors + 1);

    public async Task<int> PlainAsync() => await OnceMoreAsync(1);

    [OnlyAdmins]
    public async Task<string> UnlockAsync(string who)
    {
        await Task.Yield();
        return "open for " + who;
    }

    [OnlyAdmins]
    public Task<string> ForwardAsync(string who) => WaitAsync(who);

    [Before]
    public async Task<string> AnnouncedAsync()
    {
        await Task.Yield();
        return "announced";
    }

    [After]
    public async Task<string> LoggedAsync()
    {
        await Task.Yield();
        return "logged";
    }

    [Retry]
    public async Task<int> FailingAsync()
    {
        await Task.Yield();
        return ++_attempts < 3 ? throw new InvalidOperationException("attempt " + _attempts) : _attempts;
    }

    private static async Task<string> WaitAsync(string who)
    {
        await Task.Yield();
        return "waited for " + who;
    }

    private static async Task<int> OnceMoreAsync(int number)
    {
        await Task.Yield();
        return number + 1;
    }

    [Doubled]
    private static int Called(Func<int> function) => function();
}

[Aspect(Scope.Global), Injection(typeof(OnlyAdminsAttribute)), AttributeUsage(AttributeTargets.Method)]
public sealed class OnlyAdminsAttribute : Attribute
{
    [Advice(Kind.Around)]
    public object Around([Argument(Source.Target)] Func<object[], object> call, [Argument(Source.Arguments)] object[] arguments) =>
        (string)arguments[0] == "admin" ? call(arguments) : Task.FromResult("refused for " + arguments[0]);
}

[Aspect(Scope.Global), Injection(typeof(BeforeAttribute)), AttributeUsage(AttributeTargets.Method)]
public sealed class BeforeAttribute : Attribute
{
    [Advice(Kind.Before)]
    public void Before([Argument(Source.Name)] string name) => Console.WriteLine("before " + name);
}

[Aspect(Scope.Global), Injection(typeof(AfterAttribute)), AttributeUsage(AttributeTargets.Method)]
public sealed class AfterAttribute : Attribute
{
    [Advice(Kind.After)]
    public void After([Argument(Source.Name)] string name) => Console.WriteLine("after " + name);
}

[Aspect(Scope.Global), Injection(typeof(RetryAttribute)), AttributeUsage(AttributeTargets.Method)]
public sealed class RetryAttribute : Attribute
{
    [Advice(Kind.Around)]
    public object Around([Argument(Source.Target)] Func<object[], object> call, [Argument(Source.Arguments)] object[] arguments) => AgainAsync(call, arguments);

    private static async Task<int> AgainAsync(Func<object[], object> call, object[] arguments)
    {
        while (true)
        {
            try
            {
                return await (Task<int>)call(arguments);
            }
            catch (InvalidOperationException exception)
            {
                Console.WriteLine($"{exception.Message}, line {new StackTrace(exception, fNeedFileInfo: true).GetFrame(0)!.GetFileLineNumber()}");
            }
        }
    }
}

[Aspect(Scope.Global), Injection(typeof(DoubledAttribute)), AttributeUsage(AttributeTargets.Method)]
public sealed class DoubledAttribute : Attribute
{
    [Advice(Kind.Around)]
    public object Around([Argument(Source.Target)] Func<object[], object> call, [Argument(Source.Arguments)] object[] arguments) => 2 * (int)call(arguments);
}
