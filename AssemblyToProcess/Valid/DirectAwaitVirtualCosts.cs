namespace AssemblyToProcess.Valid;

/// <summary>Methods that await virtual calls. A test asserts each method's bytes. The measuring code resumes each call that suspends.</summary>
public static class DirectAwaitVirtualCosts
{
    private static readonly Task<int> s_known = Task.FromResult(5000);
    private static readonly IRead s_reader = new Reader();
    private static readonly IRead s_other = new OtherReader();
    private static readonly IRead s_value = new ValueReader(7);
    private static readonly IRead s_foreign = new Foreign();
    private static readonly IPublic s_public = new Public();
    private static readonly Shape s_square = new Square();
    private static readonly Shape s_circle = new Circle();
    private static readonly IHandler<long> s_handler = new Handler<long>();

    public static void Cost(Trace trace)
    {
        var signal = new Signal();
        foreach (var (name, call) in new (string, Func<Signal, ValueTask<int>>)[]
        {
            (nameof(OfAnInterface), OfAnInterface), (nameof(OfAPublicInterface), OfAPublicInterface), (nameof(OfAnAbstractClass), OfAnAbstractClass), (nameof(OfAStruct), OfAStruct),
            (nameof(OfAGenericInterface), OfAGenericInterface), (nameof(AtOnce), AtOnce), (nameof(Forwarded), Forwarded), (nameof(OfAForeignObject), OfAForeignObject),
        })
        {
            var task = call(signal);
            signal.SetAll();
            trace.Add(name, task.Result);
        }
    }

    /// <summary>Returns an action that calls one of the methods below, and lets the call complete.</summary>
    public static Action Driven(string method)
    {
        var signal = new Signal();
        var call = (Func<Signal, ValueTask<int>>)Delegate.CreateDelegate(typeof(Func<Signal, ValueTask<int>>), typeof(DirectAwaitVirtualCosts), method);
        return () =>
        {
            var task = call(signal);
            signal.SetAll();
            if (task.GetAwaiter().GetResult() < 5000)
            {
                throw new InvalidOperationException("It gave another result.");
            }
        };
    }

    public static async ValueTask<int> OfAnInterface(Signal signal) => await s_reader.Read(signal, 1) + await s_other.Read(signal, 2);

    public static async ValueTask<int> OfAPublicInterface(Signal signal) => await s_public.Load(signal).ConfigureAwait(false);

    public static async ValueTask<int> OfAnAbstractClass(Signal signal) => await s_square.Area(signal) + await s_circle.Area(signal);

    public static async ValueTask<int> OfAStruct(Signal signal) => await s_value.Read(signal, 3);

    public static async ValueTask<int> OfAGenericInterface(Signal signal) => await s_handler.Handle(signal, 4);

    public static async ValueTask<int> AtOnce(Signal signal) => await s_reader.Read(signal, -1 - (int)signal.GetStatus(0));

    public static async ValueTask<int> Forwarded(Signal signal) => await Forward(s_reader, signal);

    /// <summary>The called method has no twin, like a method of another assembly, because it returns a task that other code holds.</summary>
    public static async ValueTask<int> OfAForeignObject(Signal signal) => await s_foreign.Read(signal, 5);

    private static Task<int> Forward(IRead reader, Signal signal) => reader.Read(signal, 6);

    private interface IRead
    {
        Task<int> Read(Signal signal, int value);
    }

    public interface IPublic
    {
        Task<int> Load(Signal signal);
    }

    private interface IHandler<T>
    {
        Task<int> Handle(Signal signal, T value);
    }

    public sealed class Public : IPublic
    {
        public async Task<int> Load(Signal signal)
        {
            await signal.Wait();
            return 5000;
        }
    }

    private class Reader : IRead
    {
        public virtual async Task<int> Read(Signal signal, int value)
        {
            if (value > 0)
            {
                await signal.Wait();
            }

            return 6000 + value;
        }
    }

    private sealed class OtherReader : Reader
    {
        public override async Task<int> Read(Signal signal, int value)
        {
            await signal.Wait();
            return 7000 + value;
        }
    }

    private readonly struct ValueReader(int more) : IRead
    {
        private readonly int _more = more;

        public async Task<int> Read(Signal signal, int value)
        {
            await signal.Wait();
            return 8000 + value + _more;
        }
    }

    private sealed class Foreign : IRead
    {
        public Task<int> Read(Signal signal, int value) => s_known;
    }

    private abstract class Shape
    {
        public abstract Task<int> Area(Signal signal);
    }

    private sealed class Square : Shape
    {
        public override async Task<int> Area(Signal signal)
        {
            await signal.Wait();
            return 5000;
        }
    }

    private sealed class Circle : Shape
    {
        public override async Task<int> Area(Signal signal)
        {
            await signal.Wait();
            return 6000;
        }
    }

    private sealed class Handler<T> : IHandler<T>
    {
        public async Task<int> Handle(Signal signal, T value)
        {
            await signal.Wait();
            return 5000;
        }
    }
}
