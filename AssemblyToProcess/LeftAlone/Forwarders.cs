using System.Diagnostics.CodeAnalysis;
using System.Reflection;
using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;
using System.Security;

namespace AssemblyToProcess.LeftAlone;

/// <summary>Methods that get no twin, each for a different reason, and calls that would go to a twin if there were one.</summary>
public static class Forwarders
{
    private static Task s_field = Task.CompletedTask;
    private static int s_count;

    public static void Stay(Trace trace)
    {
        s_count = 1;
        All(new Sender(), new Source()).Wait();
        trace.Add("counted", s_count);
    }

    // Nothing calls this method, because it calls Extern, and the native library that Extern names does not exist.
    public static async Task Abroad() => await Extern();

    public static async Task All(Sender sender, ISource source)
    {
        await Iterator();
        await Large();
        await Guarded();
        await Asking();
        await Holding(1);
        await Holding_a_lambda();
        await Holding_another_task();
        await Secure();
        await Audited();
        await Initialised.ReadAsync();
        await new Inheriting().ReadAsync();
        await Used();
        await Field();
        try
        {
            await Throwing();
        }
        catch (NotSupportedException)
        {
            s_count++;
        }

        await Of_a_result();
        await Outside();
        await Of_a_made_ValueTask();
        await Late();
        await Constrained(sender);
        await Needing();
        await Virtually(source);
        await In_circles(1);
        await By_hand();
#if NET
        await Demanding();
        await Demanded.Sent();
        await Of_an_interface();
#endif
    }

    [DllImport("none")]
    private static extern Task Extern();

    [IteratorStateMachine(typeof(Forwarders))]
    private static Task Iterator() => LoadAsync();

    private static Task Large()
    {
        s_count += s_count * 1 + s_count * 2 + s_count * 3 + s_count * 4 + s_count * 5 + s_count * 6 + s_count * 7 + s_count * 8 + s_count * 9 + s_count * 10;
        s_count -= s_count * 1 + s_count * 2 + s_count * 3 + s_count * 4 + s_count * 5 + s_count * 6 + s_count * 7 + s_count * 8 + s_count * 9 + s_count * 10;
        s_count += s_count * 1 + s_count * 2 + s_count * 3 + s_count * 4 + s_count * 5 + s_count * 6 + s_count * 7 + s_count * 8 + s_count * 9 + s_count * 10;
        s_count -= s_count * 1 + s_count * 2 + s_count * 3 + s_count * 4 + s_count * 5 + s_count * 6 + s_count * 7 + s_count * 8 + s_count * 9 + s_count * 10;
        s_count += s_count * 1 + s_count * 2 + s_count * 3 + s_count * 4 + s_count * 5 + s_count * 6 + s_count * 7 + s_count * 8 + s_count * 9 + s_count * 10;
        return LoadAsync();
    }

    private static Task Guarded()
    {
        try
        {
            s_count++;
        }
        finally
        {
            s_count--;
        }

        return LoadAsync();
    }

    private static Task Asking()
    {
        GC.KeepAlive(MethodBase.GetCurrentMethod());
        return LoadAsync();
    }

    private static Task Holding(int count)
    {
        Func<int> counted = () => count;
        s_count += counted();
        return LoadAsync();
    }

    private static Task Holding_a_lambda()
    {
        Func<int> counted = static () => 1;
        s_count += counted();
        return LoadAsync();
    }

    private static Task Holding_another_task()
    {
        s_field = OtherAsync();
        return LoadAsync();

        static async Task OtherAsync() => await Task.Yield();
    }

    [SecurityCritical]
    private static Task Secure() => LoadAsync();

    [Audit]
    private static Task Audited() => LoadAsync();

    private static Task Used() => s_field = LoadAsync();

    private static Task Throwing() => throw new NotSupportedException();

    private static Task Field() => s_field;

    private static Task Of_a_result() => CountAsync();

    private static Task Outside() => Task.Delay(0);

    private static Task<int> Of_a_made_ValueTask() => new ValueTask<int>(s_count).AsTask();

    private static Task Late()
    {
        var task = LoadAsync();
        s_count++;
        return task;
    }

    private static Task Constrained<T>(T sender)
        where T : ISender => sender.SendAsync();

    private static Task Needing() => Field();

    private static Task Virtually(ISource source) => source.ReadAsync();

    private static Task In_circles(int count) => count > 0 ? In_circles(count - 1) : s_field;

    [AsyncStateMachine(typeof(Forwarders))]
    private static Task By_hand() => LoadAsync();

#if NET
    private static Task Of_an_interface() => ISender.DirectAsync();

    [RequiresUnreferencedCode("It reflects.")]
    public static async Task Demanding() => await Task.Yield();

    [RequiresUnreferencedCode("It reflects.")]
    public static class Demanded
    {
        public static async Task Sent() => await Task.Yield();
    }
#endif

    private static async Task LoadAsync() => await Task.Yield();

    private static async Task<int> CountAsync()
    {
        await Task.Yield();
        return 1;
    }

    [AttributeUsage(AttributeTargets.Method)]
    public sealed class AuditAttribute : Attribute;

    private static class Initialised
    {
        static Initialised()
        {
        }

        public static Task ReadAsync() => LoadAsync();
    }

    private sealed class Inheriting
    {
        public Task ReadAsync()
        {
            s_count += base.GetHashCode() == 0 ? 1 : 0;
            return LoadAsync();
        }
    }

    public interface ISender
    {
        Task SendAsync();

#if NET
        static async Task DirectAsync() => await Task.Yield();
#endif
    }

    public interface ISource
    {
        Task ReadAsync();
    }

    public sealed class Sender : ISender
    {
        public async Task SendAsync() => await Task.Yield();
    }

    public sealed class Source : ISource
    {
        public Task ReadAsync() => s_field;
    }
}
