using System.Reflection;
using Microsoft.CodeAnalysis;

namespace Tests.Together;

/// <summary>Tests awaited calls from one assembly of a program to another assembly, if both are woven together.</summary>
[Thorough]
[Parallelizable(ParallelScope.Self)]
public sealed class CallTests
{
    private const string Core = """
        using System;
        using System.Collections.Generic;
        using System.Runtime.CompilerServices;
        using System.Threading.Tasks;

        [assembly: InternalsVisibleTo("App")]

        public interface IStore<T> { Task<T> Get(int id); Task Put(T item); }
        public interface INumbers { Task<int> Next(); Task<T> Same<T>(T value) where T : notnull; }

        public abstract class Cache
        {
            public virtual async Task<int> Count(int value) { await Signal.Current; return value; }
            protected async Task<int> Twice(int value) { await Signal.Current; return 2 * value; }
            public abstract Task<string> Name { get; }
        }

        public static class Signal
        {
            [ThreadStatic] private static TaskCompletionSource _current;
            public static Task Current => (_current ??= new TaskCompletionSource()).Task;
            public static void Complete() { var current = _current; _current = null; current?.SetResult(); }
        }

        public struct Pair
        {
            public int A;
            public async Task<int> Sum(int other) { var own = A; await Signal.Current; return own + other; }
        }

        public class Box<T>
        {
            public T Value;
            public async Task<(T, TOther)> With<TOther>(TOther other) { await Signal.Current; return (Value, other); }
            public class Inner { public static async Task<List<T>> Of(T value) { await Signal.Current; return new List<T> { value }; } }
        }

        public static class Functions
        {
            public static async Task Plain() => await Signal.Current;
            public static async Task<int> Number(int value) { await Signal.Current; return value; }
            public static Task<int> Forwarded(int value) => Number(value + 1);
            public static Task<int> Result(bool wait, int value) => wait ? Number(value) : Task.FromResult(value);
            public static async Task<int> Fails(string text) { await Signal.Current; throw new InvalidOperationException(text); }
            internal static async Task<int> Internal(int[,] values) { await Signal.Current; return values[0, 1]; }
            public static async Task<int> WithDefault(int value = 5, params string[] texts) { await Signal.Current; return value + texts.Length; }
        }

        public sealed class Service<T>
        {
            private readonly IStore<T> _store;
            public Service(IStore<T> store) => _store = store;
            public async Task<T> Find(int id) { var found = await _store.Get(id); await _store.Put(found); return found; }
        }
        """;

    private const string Store = """
        using System.Threading.Tasks;

        public static class Stores
        {
            public static IStore<string> Texts() => new Memory<string>("text");
            public static INumbers Numbers() => new Numbers();
            public static Cache Cache() => new Fast();
        }

        internal class Memory<T> : IStore<T>
        {
            private readonly T _value;
            public Memory(T value) => _value = value;
            public async Task<T> Get(int id) { await Signal.Current; return _value; }
            public async Task Put(T item) => await Signal.Current;
        }

        internal sealed class Numbers : INumbers
        {
            private int _next;
            async Task<int> INumbers.Next() { await Signal.Current; return ++_next; }
            public async Task<T> Same<T>(T value) where T : notnull { await Signal.Current; return value; }
        }

        internal sealed class Fast : Cache
        {
            public override async Task<int> Count(int value) => await base.Count(value) + await Twice(value);
            public override Task<string> Name => Named("fast");
            private async Task<string> Named(string name) { await Signal.Current; return name; }
        }
        """;

    private const string App = """
        using System;
        using System.Threading.Tasks;

        public sealed class Own : IStore<string>
        {
            public Task<string> Get(int id) => Task.FromResult("own" + id);
            public async Task Put(string item) => await Signal.Current;
        }

        public static class Program
        {
            private static readonly Service<string> s_texts = new(Stores.Texts());
            private static readonly Service<string> s_own = new(new Own());
            private static readonly INumbers s_numbers = Stores.Numbers();
            private static readonly Cache s_cache = Stores.Cache();
            private static readonly Box<int> s_box = new() { Value = 3 };
            private static readonly int[,] s_values = { { 1, 2 } };

            public static string Run() => Driven(All());

            private static async Task<string> All()
            {
                var text = await s_texts.Find(1) + await s_own.Find(2) + await s_numbers.Next() + await s_numbers.Same("same") + await s_cache.Count(2) + await s_cache.Name;
                text += await new Pair { A = 1 }.Sum(2) + (await s_box.With("with")).ToString() + (await Box<string>.Inner.Of("inner"))[0];
                await Functions.Plain();
                text += await Functions.Number(1) + await Functions.Forwarded(1).ConfigureAwait(false) + await Functions.Result(true, 4) + await Functions.Result(false, 5);
                text += await Functions.Internal(s_values) + await Functions.WithDefault() + await Functions.WithDefault(1, "a", "b");
                try
                {
                    await Functions.Fails("failed");
                }
                catch (InvalidOperationException exception)
                {
                    text += exception.Message + exception.StackTrace.Contains("Fails");
                }

                return text;
            }

            public static void Plain() => Driven(OfPlain());
            private static async ValueTask<int> OfPlain() { await Functions.Plain(); return await Functions.Number(1); }

            public static void Virtual() => Driven(OfVirtual());
            private static async ValueTask<string> OfVirtual() => await s_texts.Find(1);

            public static void Several() => Driven(OfSeveral());
            private static async ValueTask<int> OfSeveral() => await s_numbers.Next() + await s_cache.Count(2) + await Functions.Forwarded(1) + (await s_box.With(1L)).Item1 + await new Pair { A = 1 }.Sum(2);

            private static T Driven<T>(ValueTask<T> task)
            {
                while (!task.IsCompleted) { Signal.Complete(); }
                return task.Result;
            }

            private static T Driven<T>(Task<T> task)
            {
                while (!task.IsCompleted) { Signal.Complete(); }
                return task.Result;
            }
        }
        """;

    [TestCase(OptimizationLevel.Release)]
    [TestCase(OptimizationLevel.Debug)]
    public void Run_as_they_do_not_woven(OptimizationLevel level)
    {
        using var parts = Program(level);
        parts.WeaveTogether();

        var expected = Run(parts, Parts.NotWoven);
        Assert.That(expected, Does.StartWith("textown21same").And.EndsWith("failedTrue"));
        Assert.That(Run(parts, Parts.Woven), Is.EqualTo(expected));
    }

    // The calls wait for signals. Each signal is a TaskCompletionSource of 88 bytes, which weaving does not remove.
    [TestCase("Plain", 2 * 88)]
    [TestCase("Virtual", 2 * 88)]
    [TestCase("Several", 6 * 88)]
    public void Make_no_task(string method, long expected)
    {
        using var parts = Program(OptimizationLevel.Release);
        parts.WeaveTogether();

        Assert.That(AllocatedBytes.PerCall(parts.Method<Action>(Parts.Woven, "Program", method)), Is.EqualTo(expected));
        Assert.That(AllocatedBytes.PerCall(parts.Method<Action>(Parts.NotWoven, "Program", method)), Is.GreaterThan(expected + 300));
    }

    [Test]
    public void Stay_as_they_are_where_the_other_assembly_is_not_woven()
    {
        using var parts = Program(OptimizationLevel.Release);
        var output = parts.WeaveTogether("--assembly", "App", "--assembly", "Sto*");

        Assert.That(output.Split('\n').Select(line => line.Split(':')[0]), Is.EqualTo(new[] { "App.dll", "Store.dll", "" }));
        Assert.That(File.ReadAllBytes(parts.PathOf(Parts.Woven, "Core.dll")), Is.EqualTo(File.ReadAllBytes(parts.PathOf(Parts.NotWoven, "Core.dll"))));
        Assert.That(Run(parts, Parts.Woven), Is.EqualTo(Run(parts, Parts.NotWoven)));
    }

    [Test]
    public void Get_the_same_bytes_each_time()
    {
        using var parts = Program(OptimizationLevel.Release);
        parts.WeaveTogether();
        var first = parts.Files(Parts.Woven).ToDictionary(file => file, file => File.ReadAllBytes(parts.PathOf(Parts.Woven, file)));
        parts.WeaveTogether();

        Assert.That(parts.Files(Parts.Woven).ToDictionary(file => file, file => File.ReadAllBytes(parts.PathOf(Parts.Woven, file))), Is.EqualTo(first));
    }

    [Test]
    public void Show_nothing_new_to_others()
    {
        using var parts = Program(OptimizationLevel.Release);
        parts.WeaveTogether();

        foreach (var name in new[] { "Core", "Store", "App" })
        {
            Assert.That(Visible(parts.Load(Parts.Woven, name)), Is.EqualTo(Visible(parts.Load(Parts.NotWoven, name))));
        }

        static IEnumerable<string> Visible(Assembly assembly) =>
            assembly.GetExportedTypes().SelectMany(type => type.GetMembers().Select(member => $"{type}: {member}")).Order(StringComparer.Ordinal);
    }

    private static Parts Program(OptimizationLevel level) => new Parts().Add("Core", Core, level).Add("Store", Store, level).Add("App", App, level);

    private static string Run(Parts parts, string folder)
    {
        var text = "";
        OnAThreadOfItsOwn(() => text = parts.Method<Func<string>>(folder, "Program", "Run")());
        return text;
    }

    // On the test's own thread, every await would capture the test's context. This context does not run the posted continuations.
    private static void OnAThreadOfItsOwn(ThreadStart work)
    {
        var thread = new Thread(work);
        thread.UnsafeStart();
        thread.Join();
    }
}
