using System.Reflection;
using System.Reflection.Emit;
using System.Runtime.Loader;
using NUnit.Framework;
using Tests.Compilation;

namespace Tests.Pooling;

/// <summary>A thread's array of caches, as the build for .NET 8 has it.</summary>
[Parallelizable(ParallelScope.Self)]
public static class NumberedCachesTests
{
    private static readonly Type s_caches = new AssemblyLoadContext("the build for .NET 8")
        .LoadFromAssemblyPath(References.Runtime("net9.0")).GetType("PooledAwait.Runtime.NumberedCaches", throwOnError: true)!;

    [Test]
    public static void A_plug_ins_pool_has_no_number()
    {
        var plugIn = AssemblyBuilder.DefineDynamicAssembly(new AssemblyName("plug-in"), AssemblyBuilderAccess.RunAndCollect)
            .DefineDynamicModule("plug-in").DefineType("Machine").CreateType();
        Assert.That(NumberFor(plugIn), Is.EqualTo(-1));
        Assert.That(NumberFor(typeof(List<>).MakeGenericType(plugIn)), Is.EqualTo(-1), "a method of the application, called for a type of the plug-in's");
        Assert.That((NumberFor(typeof(int)), NumberFor(typeof(int))), Is.EqualTo((0, 1)));
    }

    [Test]
    public static void A_thread_finds_what_it_keeps_and_nothing_of_others()
    {
        var depot = s_caches.Assembly.GetType("PooledAwait.Runtime.Depot", throwOnError: true)!.GetMethod("Create")!.Invoke(null, [typeof(int)])!;
        var caches = Enumerable.Range(0, 100).Select(_ => Activator.CreateInstance(s_caches.Assembly.GetType("PooledAwait.Runtime.ThreadCache")!, depot)!).ToList();

        // From the middle, so that the array grows and has gaps.
        foreach (var number in Enumerable.Range(50, 50).Concat(Enumerable.Range(0, 25)))
        {
            Assert.That(Find(number), Is.Null);
            Call("Keep", number, caches[number]);
        }

        Assert.That(Enumerable.Range(0, 200).Select(Find), Is.EqualTo(caches.Select((cache, number) => number is < 25 or >= 50 ? cache : null).Concat(new object?[100])));
        object? elsewhere = null;
        var thread = new Thread(() => elsewhere = Find(0));
        thread.Start();
        thread.Join();
        Assert.That(elsewhere, Is.Null);
    }

    private static object? Find(int number) => Call("Find", number);

    private static object? NumberFor(Type user) => Call("NumberFor", user);

    private static object? Call(string method, params object?[] arguments) => s_caches.GetMethod(method)!.Invoke(null, arguments);
}
